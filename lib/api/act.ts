import type { PostHog } from "posthog-js";
import type { ActName, Answer, Input } from "#lib/contract/contract.ts";
import { route } from "#lib/contract/routes.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { ApiError, call, randomKey } from "./call.ts";

export type Outcome<N extends ActName> = { ok: true; answer: Answer<N> } | { ok: false; error: ApiError };

/**
 * What every mutation is, on any page: the key of what is made once, the usage event, and an outcome instead of an
 * exception. Screens with rows call it through useAct. `keys`: of the form that may send the same again.
 */
export async function act<N extends ActName>(
  name: N,
  input: Input<N>,
  keys = idempotencyKeys(),
): Promise<Outcome<N>> {
  try {
    const answer = await call(name, input, route(name).once && keys.keyFor(input.body));
    keys.renew();
    track(name, "success");
    return { ok: true, answer };
  } catch (caught) {
    const error = caught instanceof ApiError ? caught : new ApiError(500, UNEXPECTED);
    track(name, "failure", error.status);
    return { ok: false, error };
  }
}

/** For who goes on only after a success: the answer, or the error thrown. */
export function answerOf<N extends ActName>(outcome: Outcome<N>): Answer<N> {
  if (outcome.ok) return outcome.answer;
  throw outcome.error;
}

/**
 * The keys of one form: sending the same again (a double click, a retry after a lost answer) has the same key and
 * makes one record; other content, or the next record after a success, has a new one.
 */
export function idempotencyKeys() {
  let key = "";
  let content = "";
  return {
    keyFor(body: unknown): string {
      const next = JSON.stringify(body);
      if (!key || next !== content) key = randomKey();
      content = next;
      return key;
    },
    renew(): void {
      key = "";
    },
  };
}

let service: Promise<PostHog> | undefined;

/**
 * Sends the usage event of a create, update, delete or another act: its row's name, whether it worked, and the status
 * of a failure. Never whose or what: no ids, no texts, no addresses. Nothing is loaded or sent unless the deployment
 * names an analytics service, which the dashboard's layout then writes into the page.
 */
function track(name: ActName, outcome: "success" | "failure", status?: number): void {
  const configured = document.querySelector<HTMLMetaElement>('meta[name="analytics"]')?.content;
  if (!configured) return;
  service ??= import("./analytics.ts")
    .then(({ connect }) => connect(JSON.parse(configured)))
    .catch((error) => {
      service = undefined;
      throw error;
    });
  // Whoever blocks the service keeps using the product.
  service.then((posthog) => posthog.capture(name, { outcome, status })).catch(() => {});
}
