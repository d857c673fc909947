import { type Log, traceOf } from "#server/log.ts";
import { type Outgoing, ProviderError } from "#server/providers/provider.ts";
import type { WayOut } from "./way-out.ts";

/** Nobody waits longer for a provider's answer. Shorter than the lease of a claim. */
const LONGEST_MS = 60_000;

/** Gives a mail to its provider; null where it was accepted. Never throws. */
export async function handOver(out: WayOut, mail: Outgoing, log: Log): Promise<ProviderError | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, LONGEST_MS, unknown("The mail server did not answer in time"));
  });
  try {
    await Promise.race([out.send(mail), late]);
    return null;
  } catch (error) {
    if (error instanceof ProviderError) return error;
    log("mail failed", { mail: mail.id, ...traceOf(error) });
    return unknown("Something unforeseen happened while this mail was handed over");
  } finally {
    clearTimeout(timer);
  }
}

function unknown(sentence: string): ProviderError {
  return new ProviderError("unknown", sentence);
}
