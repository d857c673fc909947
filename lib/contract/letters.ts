import * as z from "zod/mini";
import { flag, id, option, required, text, textOrNull, when } from "./fields.ts";
import { letterStates } from "./letter-terms.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const address = z.object({ name: text, address: text });

/**
 * `person`: the mailbox's owner, null if removed. `shared`: null if private. `state`: of a reply sent from
 * here.
 */
export const letterShape = {
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
  state: z.nullable(z.enum(letterStates)),
  reason: textOrNull,
};
const letter = z.object({ ...letterShape, id, at: when });
export type Letter = Read<typeof letter>;

/**
 * `html` is sanitized, without external content. `isCut`: the mailbox has more. `others`: visible emails of
 * the thread, oldest first.
 */
const wholeLetter = z.object({
  ...letter.shape,
  cc: z.array(address),
  text,
  html: textOrNull,
  isCut: flag,
  others: z.array(letter),
});
export type WholeLetter = Read<typeof wholeLetter>;

const replyForm = z.object({ text: required("Write something first", 20_000) });
export const letterForm = z.object({
  subject: required("A subject is required", 200),
  ...replyForm.shape,
});

export const letters = {
  "letters.get": { answer: wholeLetter },
  "letters.share": { body: z.object({ isShared: z.boolean() }) },
  "letters.reply": { body: replyForm, answer: z.object({ id }) },
  "letters.write": { body: letterForm, answer: z.object({ id }) },
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
