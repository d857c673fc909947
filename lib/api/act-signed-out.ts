import type { ActName, Input } from "#lib/contract/contract.ts";
import { notify } from "#lib/notifications.ts";
import { act } from "./act.ts";
import { failureText } from "./failure-text.ts";
import { messagesOf, type Refusal, refusal } from "./refusal.ts";

/** useAct without its cache. */
export async function actSignedOut<N extends ActName>(name: N, input: Input<N>): Promise<Refusal | null> {
  const [outcome, sentences] = await Promise.all([act(name, input), messagesOf(name)]);
  if (!outcome.ok) notify({ type: "error", message: failureText(sentences, outcome.error) });
  else if (sentences.success) notify({ type: "success", message: sentences.success });
  return refusal(outcome, sentences);
}
