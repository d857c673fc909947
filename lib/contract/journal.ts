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
import { historyKinds, trashKinds } from "./record-kinds.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

export const actorKinds = ["person", "import", "automation", "visitor", "job"] as const;
export type ActorKind = (typeof actorKinds)[number];
const actions = ["created", "changed", "deleted"] as const;
export type Action = (typeof actions)[number];

const counted = z.object({ kind: text, count: figure });

/**
 * Records deleted together. `of`: the record they belonged to. `along`: records that return too. `newName`:
 * if the old name is taken. `isPaused`: returns switched off.
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

const restored = z.object({ id, kind: z.enum(trashKinds), name: text, also: z.array(option) });

/** Values are text. `label`: id of an own field. Null: empty, or a long list. */
const fieldChange = z.object({ field: text, label: z.optional(text), from: textOrNull, to: textOrNull });
export type FieldChange = Read<typeof fieldChange>;

/** `reason`: restored, undone or merged. */
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

const historySettings = z.object({ days: wholeNumber(30, 3650) });

export const journal = {
  "trash.list": {
    query: z.object({ ...page.shape, kind: z.optional(z.enum(trashKinds, "must be a kind of record")) }),
    answer: z.array(trashed),
  },
  "trash.counts": { answer: z.array(counted) },
  "trash.restore": { answer: restored },
  "history.list": {
    query: z.object({
      ...page.shape,
      /** A person's id or another kind of actor. */
      who: z.optional(z.string().check(z.maxLength(64))),
      kind: z.optional(z.enum(historyKinds, "must be a kind of record")),
      from: z.optional(day),
      to: z.optional(day),
    }),
    answer: z.array(entry),
  },
  "history.ofRecord": {
    query: z.object({ before: z.optional(z.string().check(z.maxLength(64))) }),
    answer: z.array(entry),
  },
  "history.settings": { answer: z.object({ days: figure }) },
  "history.setSettings": { body: historySettings },
  "data.exported": { answer: z.object({ at: z.nullable(when), by: textOrNull }) },
} satisfies Schemas;
