import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import { templateForm } from "./templates.ts";
import type { Read } from "./tolerant.ts";

/**
 * queued → sending → sent | kept | failed | unknown | skipped. `kept`: no mail account. `unknown`: the
 * process ended while sending, so only a person may resend. `held`: waits for a decision after a restore, or
 * for its campaign.
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

/** `security`: about its reader's own account. All but the first two are transactional and ignore an unsubscribe. */
export const mailKinds = [
  "automation",
  "campaign",
  "test",
  "invitation",
  "password",
  "booking",
  "reminder",
  "receipt",
  "notice",
  "alert",
  "security",
] as const;
export type MailKind = (typeof mailKinds)[number];

export type About =
  | {
      what: "booked" | "moved" | "reassigned" | "cancelled" | "reminder";
      by: "visitor" | "staff";
      line?: string;
    }
  | { what: "notice"; title: string; sentence?: string };

/** `reason`: why it was skipped, failed or waits. `contact`: the recipient. */
export const mail = z.object({
  id: f.id,
  kind: z.enum(mailKinds),
  toAddress: f.text,
  toName: f.text,
  contact: f.reference,
  campaign: f.reference,
  subject: f.textOrNull,
  state: z.enum(mailStates),
  reason: f.textOrNull,
  createdAt: f.when,
  dueAt: f.when,
  sentAt: z.nullable(f.when),
});
export type Mail = Read<typeof mail>;

/** Others can't see sign-in links and mail about a person's account. */
const wholeMail = z.object({ ...mail.shape, text: f.textOrNone, html: f.textOrNone, via: f.textOrNull });
export type WholeMail = Read<typeof wholeMail>;

export const mails = {
  "mails.list": {
    query: z.object({
      ...f.page.shape,
      state: z.optional(z.enum(mailStates, "must be a mail's state")),
      contactId: z.optional(z.string().check(z.maxLength(64))),
    }),
    answer: z.array(mail),
  },
  "mails.get": { answer: wholeMail },
  "mails.subscription": { answer: z.object({ store: f.text, address: f.text, isUnsubscribed: f.flag }) },
  "templates.test": {
    body: z.object({
      subject: templateForm.shape.subject,
      content: templateForm.shape.content,
      contactId: f.optionalText(64),
    }),
    answer: z.object({ to: f.text }),
  },
} satisfies Schemas;
