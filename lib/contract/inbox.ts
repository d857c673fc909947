import * as z from "zod/mini";
import { flag, id, option, required, text, textOrNull, when } from "./fields.ts";
import { messageStates } from "./inbox-terms.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const address = z.object({ name: text, address: text });

/**
 * `person`: the mailbox's owner, null if removed. `shared`: null if private. `state`: of a reply sent from
 * here.
 */
export const messageShape = {
  thread: text,
  direction: z.enum(["in", "out"]),
  person: z.nullable(option),
  isMine: flag,
  from: address,
  to: z.array(address),
  subject: text,
  preview: text,
  attachments: z.array(text),
  shared: z.nullable(z.object({ by: text, all: flag })),
  state: z.nullable(z.enum(messageStates)),
  reason: textOrNull,
};
const message = z.object({ ...messageShape, id, at: when });
export type Message = Read<typeof message>;

/**
 * `html` is sanitized, without external content. `isCut`: the mailbox has more. `others`: visible emails of
 * the thread, oldest first.
 */
const wholeMessage = z.object({
  ...message.shape,
  cc: z.array(address),
  text,
  html: textOrNull,
  isCut: flag,
  others: z.array(message),
});
export type WholeMessage = Read<typeof wholeMessage>;

const replyForm = z.object({ text: required("Write something first", 20_000) });
export const messageForm = z.object({ subject: required("A subject is required", 200), ...replyForm.shape });

export const letters = {
  "letters.get": { answer: wholeMessage },
  "letters.share": { body: z.object({ isShared: z.boolean() }) },
  "letters.reply": { body: replyForm, answer: z.object({ id }) },
  "letters.write": { body: messageForm, answer: z.object({ id }) },
  "letters.settings": {
    answer: z.object({
      sharesAll: flag,
      /** The caller's address; null if they can't send. */
      sender: textOrNull,
      address: textOrNull,
      readAt: z.nullable(when),
      error: textOrNull,
    }),
  },
  "letters.setSettings": { body: z.object({ sharesAll: z.boolean() }) },
} satisfies Schemas;
