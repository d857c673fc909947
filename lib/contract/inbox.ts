import * as z from "zod/mini";
import * as f from "./fields.ts";
import { messageStates } from "./inbox-terms.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const address = z.object({ name: f.text, address: f.text });

/** `person`: the mailbox's owner, null if removed. `shared`: null if private. `state`: of a reply sent from here. */
export const messageShape = {
  thread: f.text,
  direction: z.enum(["in", "out"]),
  person: z.nullable(f.option),
  isMine: f.flag,
  from: address,
  to: z.array(address),
  subject: f.text,
  preview: f.text,
  attachments: z.array(f.text),
  shared: z.nullable(z.object({ by: f.text, all: f.flag })),
  state: z.nullable(z.enum(messageStates)),
  reason: f.textOrNull,
};
const message = z.object({ ...messageShape, id: f.id, at: f.when });
export type Message = Read<typeof message>;

/** `html`: sanitized, nothing external. `isCut`: the mailbox has more. `others`: the thread's, oldest first. */
const wholeMessage = z.object({
  ...message.shape,
  cc: z.array(address),
  text: f.text,
  html: f.textOrNull,
  isCut: f.flag,
  others: z.array(message),
});
export type WholeMessage = Read<typeof wholeMessage>;

const replyForm = z.object({ text: f.required("Write something first", 20_000) });
export const messageForm = z.object({
  subject: f.required("A subject is required", 200),
  ...replyForm.shape,
});

export const letters = {
  "letters.get": { answer: wholeMessage },
  "letters.share": { body: z.object({ isShared: z.boolean() }) },
  "letters.reply": { body: replyForm, answer: z.object({ id: f.id }) },
  "letters.write": { body: messageForm, answer: z.object({ id: f.id }) },
  "letters.settings": {
    answer: z.object({
      sharesAll: f.flag,
      /** The caller's address; null if they can't send. */
      sender: f.textOrNull,
      address: f.textOrNull,
      readAt: z.nullable(f.when),
      error: f.textOrNull,
    }),
  },
  "letters.setSettings": { body: z.object({ sharesAll: z.boolean() }) },
} satisfies Schemas;
