import type { MailKind, MailState } from "#lib/contract/mails.ts";
import type { Outgoing } from "./contract/mail-terms.ts";
import { canBeSentAgain, isNotSent, isOnItsWay } from "./mails.ts";

const past = new Date(Date.now() - 1_000).toISOString();
const future = new Date(Date.now() + 3_600_000).toISOString();

test.each<[MailState, string, string | null, boolean]>([
  ["sending", "", past, true],
  ["queued", "", past, true],
  ["queued", "", future, false],
  ["queued", "The server is busy", past, false],
  ["queued", "", null, false],
  ["sent", "", past, false],
  ["failed", "No such mailbox", past, false],
])("a %s email with the reason “%s” that is due at %s: %s", (state, reason, dueAt, expected) => {
  expect(isOnItsWay({ state, reason, dueAt })).toBe(expected);
});

test.each<[MailState, MailKind, Outgoing | undefined, boolean]>([
  ["failed", "booking", "kept", true],
  ["unknown", "booking", undefined, true],
  ["sent", "booking", "sent", false],
  ["kept", "booking", "sent", true],
  ["kept", "booking", "kept", false],
  ["kept", "booking", "waiting", false],
  ["kept", "booking", undefined, false],
  ["kept", "invitation", "sent", false],
  ["kept", "password", "sent", false],
])("a %s %s email in a store whose emails are %s can be resent: %s", (state, kind, emails, expected) => {
  expect(canBeSentAgain({ state, kind }, { emails })).toBe(expected);
});

test("counts an email as not sent only if kept or without account", () => {
  expect(isNotSent({ state: "kept", reason: null })).toBe(true);
  expect(isNotSent({ state: "queued", reason: "No email account is connected" })).toBe(true);
  expect(isNotSent({ state: "queued", reason: "The server is busy" })).toBe(false);
  expect(isNotSent({ state: "failed", reason: "No email account is connected" })).toBe(false);
});
