import type { MailKind } from "#lib/contract/mails.ts";

/** Whoever reads such a mail can act as its reader, for it holds a link that lets in. */
export function holdsKey(kind: MailKind): boolean {
  return kind === "password" || kind === "invitation";
}
