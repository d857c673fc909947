import type { PostHog } from "posthog-js";
import type { ActName, Answer, Input } from "#lib/contract/contract.ts";
import { earlyReads } from "#lib/page-state.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { ApiError, call, randomKey, routeOf } from "./call.ts";

export type Outcome<N extends ActName> = { ok: true; answer: Answer<N> } | { ok: false; error: ApiError };

/** Never throws. `keys`: of a form that may send the same request again. */
export async function act<N extends ActName>(
  name: N,
  input: Input<N>,
  keys = idempotencyKeys(),
): Promise<Outcome<N>> {
  try {
    const { idempotent } = await routeOf(name);
    const answer = await call(name, input, idempotent && keys.keyFor(input.body));
    keys.renew();
    track(name, "success");
    return { ok: true, answer };
  } catch (caught) {
    const error = caught instanceof ApiError ? caught : new ApiError(500, UNEXPECTED);
    track(name, "failure", error.status);
    return { ok: false, error };
  } finally {
    // Their answers may be older than the change.
    earlyReads.clear();
  }
}

export function answerOf<N extends ActName>(outcome: Outcome<N>): Answer<N> {
  if (outcome.ok) return outcome.answer;
  throw outcome.error;
}

/** The same content (a double click, a retry) gets the same key, other content or the next record a new one. */
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

/** Sends endpoint, success and status, never ids, texts or addresses. Does nothing without a configured service. */
function track(name: ActName, outcome: "success" | "failure", status?: number): void {
  const configured = document.querySelector<HTMLMetaElement>('meta[name="analytics"]')?.content;
  if (!configured) return;
  service ??= import("./analytics.ts")
    .then(({ connect }) => connect(JSON.parse(configured)))
    .catch((error) => {
      service = undefined;
      throw error;
    });
  service.then((posthog) => posthog.capture(name, { outcome, status })).catch(() => {});
}
