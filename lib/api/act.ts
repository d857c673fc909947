import type { ActName, Answer, Input } from "#lib/contract/contract.ts";
import { route } from "#lib/contract/routes.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { ApiError, call } from "./call.ts";
import { idempotencyKeys } from "./idempotency.ts";
import { track } from "./track.ts";

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
