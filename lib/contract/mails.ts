import * as z from "zod/mini";
import { flag, id, optionalText, page, reference, text, textOrNone, textOrNull, when } from "./fields.ts";
import type { Schemas } from "./row.ts";
import { templateForm } from "./templates.ts";
import type { Read } from "./tolerant.ts";

/**
 * A mail's way: queued → sending → sent | kept | failed | unknown | skipped. `kept`: nothing leaves the store yet, so
 * its row is all there is of it. `unknown`: the process ended while it was being
 * handed over; nobody can tell, so only a person sends it again. `held`: it was
 * queued in the backup that the store was restored from, or waits until its campaign lets it go.
 */
export const mailStates = [
  "queued",
  "sending",
  "sent",
  "kept",
  "failed",
  "unknown",
  "skipped",
  "held",
] as const;
export type MailState = (typeof mailStates)[number];

/** What a mail is for (`security`: what happened to its reader's own account); all but the first two are transactional and go out in spite of an unsubscribe. */
export const mailKinds = [
  "automation",
  "campaign",
  "test",
  "invitation",
  "password",
  "booking",
  "reminder",
  "notice",
  "alert",
  "security",
] as const;
export type MailKind = (typeof mailKinds)[number];

/** What a mail about an appointment tells, and who made it so. A `notice` goes to the store. */
export type About =
  | { what: "booked" | "moved" | "cancelled" | "reminder"; by: "visitor" | "staff" }
  | { what: "notice"; title: string; sentence?: string };

/**
 * `reason` says why it was skipped, failed or waits; `contact` is who it is for, where that is a contact, and `campaign`
 * whose it is.
 */
export const mail = z.object({
  id,
  kind: z.enum(mailKinds),
  toAddress: text,
  toName: text,
  contact: reference,
  campaign: reference,
  subject: textOrNull,
  state: z.enum(mailStates),
  reason: textOrNull,
  createdAt: when,
  dueAt: when,
  sentAt: z.nullable(when),
});
export type Mail = Read<typeof mail>;

/** Without its content where it holds a link that lets in or is about its reader's account, and somebody else asks. */
const wholeMail = z.object({ ...mail.shape, text: textOrNone, html: textOrNone, via: textOrNull });
export type WholeMail = Read<typeof wholeMail>;

export const mails = {
  "mails.list": {
    query: z.object({
      ...page.shape,
      state: z.optional(z.enum(mailStates, "must be a mail's state")),
      contactId: z.optional(z.string().check(z.maxLength(64))),
    }),
    answer: z.array(mail),
  },
  "mails.get": { answer: wholeMail },
  "mails.subscription": { answer: z.object({ store: text, address: text, isUnsubscribed: flag }) },
  "templates.test": {
    body: z.object({
      subject: templateForm.shape.subject,
      content: templateForm.shape.content,
      contactId: optionalText(64),
    }),
    answer: z.object({ to: text }),
  },
} satisfies Schemas;
