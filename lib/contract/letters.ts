import * as z from "zod/mini";
import { flag, id, option, required, text, textOrNull, when, wholeNumber } from "./fields.ts";
import { letterStates } from "./letter-terms.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

const address = z.object({ name: text, address: text });

/**
 * A mail of somebody's own mailbox, from or to a contact. `person` is whose; null once they were removed. `shared` says who
 * else sees it: nobody (null), or everybody, since `by` shared its thread or all of theirs. `state` is that of a reply that
 * leaves from here, null for what stood in the mailbox; `preview` is how its text begins.
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
 * `html` is cleaned: no script, nothing that is fetched. `isCut`: there is more of it in the mailbox. `others` are those of
 * its thread that the one who asks may see, oldest first.
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

/** What is written under a mail, and a mail of one's own. */
const replyForm = z.object({ text: required("Write something first", 20_000) });
export const letterForm = z.object({
  subject: required("A subject is required", 200),
  ...replyForm.shape,
});

export const letters = {
  /** Fifty at once, the newest first, behind as many as `skip` says. */
  "letters.ofContact": {
    query: z.object({ skip: z.optional(wholeNumber(0, 100_000)) }),
    answer: z.array(letter),
  },
  "letters.get": { answer: wholeLetter },
  "letters.share": { body: z.object({ isShared: z.boolean() }) },
  "letters.reply": { body: replyForm, answer: z.object({ id }) },
  "letters.write": { body: letterForm, answer: z.object({ id }) },
  "letters.settings": {
    answer: z.object({
      sharesAll: flag,
      /** The address that their own mail leaves from; null where no account of theirs can send. */
      sender: textOrNull,
      /** The mailbox that is read; null where none is connected. */
      address: textOrNull,
      readAt: z.nullable(when),
      error: textOrNull,
    }),
  },
  "letters.setSettings": { body: z.object({ sharesAll: z.boolean() }) },
} satisfies Schemas;
