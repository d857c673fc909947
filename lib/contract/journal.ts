import * as z from "zod/mini";
import {
  amount,
  day,
  figure,
  flag,
  id,
  option,
  page,
  text,
  textOrNull,
  when,
  wholeNumber,
} from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

export const actorKinds = ["person", "import", "automation", "visitor", "job"] as const;
export type ActorKind = (typeof actorKinds)[number];
const actions = ["created", "changed", "deleted"] as const;
export type Action = (typeof actions)[number];

/** What the trash lists; of what was deleted together, the first of these. */
export const trashKinds = [
  "contact",
  "category",
  "template",
  "automation",
  "segment",
  "campaign",
  "appointmentType",
  "tag",
  "sale",
  "note",
  "wish",
  "task",
  "relation",
  "file",
] as const;
export type TrashKind = (typeof trashKinds)[number];

const counted = z.object({ kind: text, count: figure });

/**
 * What was deleted at once. `id` is the record's, of several the first one's, and `count` how many there are. `of` is whom
 * it belonged to, `along` what goes and comes back with it; it comes back as `newName` where its name is taken by now,
 * and switched off where it `isPaused`.
 */
const trashed = z.object({
  id,
  kind: z.enum(trashKinds),
  name: text,
  count: figure,
  of: textOrNull,
  amount: z.nullable(amount),
  along: z.array(counted),
  newName: textOrNull,
  isPaused: flag,
  deletedBy: text,
  deletedAt: when,
  daysLeft: figure,
});

export type Trashed = Read<typeof trashed>;

/** What came back. `also` is what it could not be without, and had to be restored, too. */
const restored = z.object({ id, kind: z.enum(trashKinds), name: text, also: z.array(option) });

/** Every kind of record of which there is a history. */
export const historyKinds = [
  ...trashKinds,
  "field",
  "tagging",
  "recipient",
  "refund",
  "booking",
  "exception",
  "suppression",
  "mail",
  "person",
  "account",
  "organization",
] as const;
export type HistoryKind = (typeof historyKinds)[number];

/**
 * One field of a changed record, by its name at the host. Numbers and switches come as text; what one name of another record
 * stands for, as that name. `label`: one of the store's own fields, by its id. Null is nothing; a list that no line could show has neither.
 */
const fieldChange = z.object({ field: text, label: z.optional(text), from: textOrNull, to: textOrNull });
export type FieldChange = Read<typeof fieldChange>;

/** `reason`: it was brought back from the trash, a change was taken back, or cards were merged. */
export const entry = z.object({
  id,
  at: when,
  kind: z.enum(historyKinds),
  recordId: id,
  name: text,
  action: z.enum(actions),
  reason: z.nullable(z.enum(["restore", "revert", "merge"])),
  actor: z.object({ kind: z.enum(actorKinds), name: textOrNull }),
  changes: z.array(fieldChange),
});
export type Entry = Read<typeof entry>;

/** For how many days the journal is kept. */
const historySettings = z.object({ days: wholeNumber(30, 3650) });

export const journal = {
  "trash.list": {
    query: z.object({
      ...page.shape,
      kind: z.optional(z.enum(trashKinds, "must be a kind of record")),
    }),
    answer: z.array(trashed),
  },
  "trash.counts": { answer: z.array(counted) },
  "trash.restore": { answer: restored },
  "history.list": {
    query: z.object({
      ...page.shape,
      /** A person's id, or whatever else acts. */
      who: z.optional(z.string().check(z.maxLength(64))),
      kind: z.optional(z.enum(historyKinds, "must be a kind of record")),
      from: z.optional(day),
      to: z.optional(day),
    }),
    answer: z.array(entry),
  },
  /** What happened `before` an entry, 50 at a time. */
  "history.ofRecord": {
    query: z.object({ before: z.optional(z.string().check(z.maxLength(64))) }),
    answer: z.array(entry),
  },
  "history.settings": { answer: z.object({ days: figure }) },
  "history.setSettings": { body: historySettings },
  // When everything was last taken along, and by whom; null where nobody did, or the journal has forgotten.
  "data.exported": { answer: z.object({ at: z.nullable(when), by: textOrNull }) },
} satisfies Schemas;
