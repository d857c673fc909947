import type { Mail } from "#lib/contract/mails.ts";
import { whatToDo } from "./mail-words.ts";

const mail: Mail = {
  id: "1",
  kind: "automation",
  toAddress: "zoe@example.com",
  toName: "Zoë Frost",
  contact: { id: "2", name: "Zoë Frost" },
  campaign: null,
  subject: "Hello",
  state: "failed",
  reason: "The mail server refused this email: 554 Spam",
  createdAt: "2026-11-02T17:00:00Z",
  dueAt: null,
  sentAt: null,
};
const gone = "There is no such mailbox: 550 5.1.1 No such user";

test.each<[Partial<Mail>, string]>([
  [{}, "Check the address on the contact's profile, then resend it."],
  [
    { reason: gone },
    "Check the address on the contact's profile, then resend it. If it is right, unblock it under Blocked addresses first.",
  ],
  [
    { reason: gone, kind: "booking", contact: null },
    "Contact them another way. If the address is right, unblock it under Blocked addresses, then resend it.",
  ],
  [
    { reason: "An earlier mail to this address came back", state: "skipped" },
    "If the address is right, unblock it under Blocked addresses.",
  ],
  [{ reason: "Unsubscribed", state: "skipped" }, ""],
  [{ reason: "No email account is connected", state: "kept" }, "Once you connect one, you can resend it."],
  [
    { reason: "No email account is connected", state: "kept", kind: "invitation" },
    "Once you connect one, request a new link.",
  ],
  [
    { reason: "No email account is connected", state: "queued" },
    "It’s sent once you connect one, unless it’s too late.",
  ],
])("%j is advised", (of, advice) => expect(whatToDo({ ...mail, ...of })).toBe(advice));
