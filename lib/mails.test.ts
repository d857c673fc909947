import type { MailKind, MailState } from "#lib/contract/mails.ts";
import { canBeSentAgain, isOnItsWay } from "./mails.ts";

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
])("a %s mail with the reason “%s” that is due at %s: %s", (state, reason, dueAt, expected) => {
  expect(isOnItsWay({ state, reason, dueAt })).toBe(expected);
});

test.each<[MailState, MailKind, boolean | undefined, boolean]>([
  ["failed", "booking", true, true],
  ["unknown", "booking", undefined, true],
  ["sent", "booking", false, false],
  ["kept", "booking", false, true],
  ["kept", "booking", true, false],
  ["kept", "booking", undefined, false],
  ["kept", "invitation", false, false],
  ["kept", "password", false, false],
])("a %s %s mail, where mail is kept: %s, can be sent again: %s", (state, kind, keepsMail, expected) => {
  expect(canBeSentAgain({ state, kind }, { keepsMail })).toBe(expected);
});
