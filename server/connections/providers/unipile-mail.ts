import * as z from "zod/mini";
import { machineTime } from "#server/platform/machine.ts";
import { addressesIn, type Body, bodyOf, type Envelope, idsIn, line } from "./received.ts";

// Runs in a separate thread (reading-worker.ts).

const text = z.catch(z.optional(z.nullable(z.string())), null);
const attendee = z.object({ display_name: text, identifier: text });
const attendees = z.catch(z.array(attendee), []);

const notice = z.object({
  event: z.string(),
  account_id: z.string(),
  date: text,
  message_id: text,
  in_reply_to: z.catch(z.optional(z.nullable(z.object({ message_id: text }))), null),
  from_attendee: z.catch(z.optional(z.nullable(attendee)), null),
  to_attendees: attendees,
  cc_attendees: attendees,
  bcc_attendees: attendees,
  subject: text,
  body: text,
  body_plain: text,
  attachments: z.catch(z.array(z.object({ name: text })), []),
  role: text,
});

type MailNotice = { accountId: string; isSent: boolean; envelope: Envelope; body: Body };

/** Null for other notices, and for messages that only moved. */
export function unipileMail(bytes: Uint8Array): MailNotice | null {
  const read = notice.safeParse(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))).data;
  if (!read || (read.event !== "mail_received" && read.event !== "mail_sent")) return null;
  const people = (list: z.infer<typeof attendees>) =>
    addressesIn(list.map(({ display_name, identifier }) => ({ name: display_name, address: identifier })));
  const at = Date.parse(read.date ?? "");
  const names = read.attachments.map(({ name }) => name ?? "");
  return {
    accountId: read.account_id,
    isSent: read.event === "mail_sent" || read.role === "sent",
    envelope: {
      uid: 0,
      messageId: idOf(read.message_id),
      inReplyTo: idOf(read.in_reply_to?.message_id),
      refs: [],
      from: people(read.from_attendee ? [read.from_attendee] : [])[0] ?? null,
      to: people(read.to_attendees),
      cc: [...people(read.cc_attendees), ...people(read.bcc_attendees)],
      subject: line(read.subject, 500),
      at: Number.isFinite(at) ? Math.min(at, machineTime()) : machineTime(),
    },
    body: bodyOf(read.body_plain ?? "", read.body ?? null, names, false),
  };
}

function idOf(id: string | null | undefined): string | null {
  if (!id) return null;
  return idsIn(id)[0] ?? idsIn(`<${id}>`)[0] ?? null;
}
