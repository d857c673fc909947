import * as z from "zod/mini";
import type { MailKind } from "#lib/contract/mails.ts";

export type Suppression = "unsubscribed" | "bounced" | "erased";

const valid = z.email().check(z.maxLength(254));

/**
 * Why an address gets no mail of a kind, in words for staff; null where it does. An unsubscribe stops the mails of
 * automations, everything else stops every mail. `suppressed` is what the table says about the address in lower case.
 */
export function skipReason(
  address: string,
  suppressed: readonly Suppression[],
  kind: MailKind,
): string | null {
  if (address === "") return "No email address";
  if (!valid.safeParse(address).success) return "Not a valid email address";
  if (suppressed.includes("erased")) return "The address was erased";
  if (suppressed.includes("bounced")) return "An earlier mail to this address came back";
  if (kind === "automation" && suppressed.includes("unsubscribed")) return "Unsubscribed";
  return null;
}

/** Whoever reads such a mail can act as its reader, for it holds a link that lets in. */
export function holdsLink(kind: MailKind): boolean {
  return kind === "password" || kind === "invitation";
}
