import type { Mail } from "#lib/contract/mails.ts";
import type { Me } from "#lib/contract/users.ts";

const kinds: Record<string, string> = {
  automation: "Automation",
  test: "Test",
  invitation: "Invitation",
  password: "Password",
  booking: "Appointment",
  reminder: "Reminder",
  notice: "Notice",
};

const ways: Record<string, string> = {
  smtp: "Your Loupe host",
  imap: "Your mail server",
  google: "Google",
  microsoft: "Microsoft",
};

export function kindWord(kind: string): string {
  return kinds[kind] ?? kind;
}

/** Who took it. */
export function wayWord(via: string): string {
  return ways[via] ?? via;
}

export function recipientName({ contact, toName, toAddress }: Mail): string {
  return contact?.name || toName || toAddress || "No name";
}

/** An automation's mail is written when it leaves; of one that never was, the automation may be gone as well. */
export function subjectOf({ subject }: Mail): string {
  return subject || "Not written";
}

/** Why a mail has nothing to show. */
export function whyEmpty({ kind, state }: Mail): string {
  if (kind === "password" || kind === "invitation") return "Its link is for its reader alone.";
  return state === "queued" ? "It is written when it leaves." : "It was never written.";
}

/** What was kept here goes once there is a way out; a link that lets in is asked for anew. */
export function canBeSentAgain({ state, kind }: Mail, me: Pick<Me, "keepsMail"> | undefined): boolean {
  if (state === "kept") return me?.keepsMail === false && kind !== "password" && kind !== "invitation";
  return state === "failed" || state === "unknown";
}
