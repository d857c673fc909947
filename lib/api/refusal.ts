import type { ActName } from "#lib/contract/contract.ts";
import type { Outcome } from "./act.ts";
import { failureText, messagesOf } from "./messages.ts";

/**
 * Why a form stays open. `stale`: somebody else saved the record meanwhile, and their version can be loaded; a host
 * that sends it along lets it be laid beside what was typed (`theirs`, as the row's record is read).
 */
export type Refusal<T = unknown> = { text: string; stale: boolean; theirs?: T };

const CHANGED = "Changed by someone else";

/**
 * What a form says below its fields after a call; null after a success. The host's own reason counts most there.
 * `texts`: the same as useAct was given.
 */
export function refusal<N extends ActName>(
  name: N,
  outcome: Outcome<N>,
  texts: { failure: string } = messagesOf(name),
): Refusal | null {
  if (outcome.ok) return null;
  const { error } = outcome;
  return {
    text: failureText({ ...texts, host: true }, error),
    stale: error.status === 409 && error.message === CHANGED,
    theirs: Object(error.answer).current,
  };
}
