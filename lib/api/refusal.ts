import type { ActName } from "#lib/contract/contract.ts";
import type { Outcome } from "./act.ts";
import { failureText, type Messages, messagesOf } from "./messages.ts";

/** `stale`: someone else saved the record; `theirs` is their version if the host sent it. */
export type Refusal<T = unknown> = { text: string; stale: boolean; theirs?: T };

const CHANGED = "Changed by someone else";

export function refusal<N extends ActName>(
  name: N,
  outcome: Outcome<N>,
  texts: Messages = messagesOf(name),
): Refusal | null {
  if (outcome.ok) return null;
  const { error } = outcome;
  return {
    text: failureText({ ...texts, fixed: undefined }, error),
    stale: error.status === 409 && error.message === CHANGED,
    theirs: Object(error.answer).current,
  };
}
