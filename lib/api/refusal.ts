import type { ActName } from "#lib/contract/contract.ts";
import { stored } from "#lib/stored-code.ts";
import type { Outcome } from "./act.ts";
import { failureText, general, type Messages } from "./failure-text.ts";

/** `stale`: someone else saved the record; `theirs` is their version if the host sent it. */
export type Refusal<T = unknown> = { text: string; stale: boolean; theirs?: T };

const CHANGED = "Changed by someone else";

const loadMessages = stored(() => import("./messages.ts"));

export function messagesOf(name: ActName): Promise<Messages> {
  return loadMessages().then(
    ({ messages }) => (messages as { [N in ActName]?: Messages })[name] ?? general,
    () => general,
  );
}

export function refusal<N extends ActName>(outcome: Outcome<N>, texts: Messages): Refusal | null {
  if (outcome.ok) return null;
  const { error } = outcome;
  return {
    text: failureText({ ...texts, fixed: undefined }, error),
    stale: error.status === 409 && error.message === CHANGED,
    theirs: Object(error.answer).current,
  };
}
