import * as z from "zod/mini";
import * as f from "./fields.ts";
import { historyKinds, trashKinds } from "./record-kinds.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

export const actorKinds = ["person", "import", "automation", "visitor", "job"] as const;
export type ActorKind = (typeof actorKinds)[number];
const actions = ["created", "changed", "deleted"] as const;
export type Action = (typeof actions)[number];

const counted = z.object({ kind: f.text, count: f.figure });

/**
 * Records deleted together. `of`: what they belonged to. `along`: records that return too. `newName`: if the
 * old one is taken. `isPaused`: it returns paused.
 */
const trashed = z.object({
  id: f.id,
  kind: z.enum(trashKinds),
  name: f.text,
  count: f.figure,
  of: f.textOrNull,
  amount: z.nullable(f.amount),
  along: z.array(counted),
  newName: f.textOrNull,
  isPaused: f.flag,
  deletedBy: f.text,
  deletedAt: f.when,
  daysLeft: f.figure,
});

export type Trashed = Read<typeof trashed>;

const restored = z.object({ id: f.id, kind: z.enum(trashKinds), name: f.text, also: z.array(f.option) });

/** Values are text. `label`: id of an own field. Null: empty, or a long list. */
const fieldChange = z.object({
  field: f.text,
  label: z.optional(f.text),
  from: f.textOrNull,
  to: f.textOrNull,
});
export type FieldChange = Read<typeof fieldChange>;

/** `reason`: restored, undone or merged. */
export const entry = z.object({
  id: f.id,
  at: f.when,
  kind: z.enum(historyKinds),
  recordId: f.id,
  name: f.text,
  action: z.enum(actions),
  reason: z.nullable(z.enum(["restore", "revert", "merge"])),
  actor: z.object({ kind: z.enum(actorKinds), name: f.textOrNull }),
  changes: z.array(fieldChange),
});
export type Entry = Read<typeof entry>;

const historySettings = z.object({ days: f.wholeNumber(30, 3650) });

export const journal = {
  "trash.list": {
    query: z.object({
      ...f.page.shape,
      kind: z.optional(z.enum(trashKinds, "must be a kind of record")),
      /** A record's id, or a repair's number. Lists only its deletion. */
      record: z.optional(z.string().check(z.maxLength(64))),
    }),
    answer: z.array(trashed),
  },
  "trash.counts": { answer: z.array(counted) },
  "trash.restore": { answer: restored },
  "history.list": {
    query: z.object({
      ...f.page.shape,
      /** A person's id or another kind of actor. */
      who: z.optional(z.string().check(z.maxLength(64))),
      kind: z.optional(z.enum(historyKinds, "must be a kind of record")),
      from: z.optional(f.day),
      to: z.optional(f.day),
    }),
    answer: z.array(entry),
  },
  "history.ofRecord": { query: z.object(f.before), answer: z.array(entry) },
  "history.settings": { answer: z.object({ days: f.figure }) },
  "history.setSettings": { body: historySettings },
  "data.exported": { answer: z.object({ at: z.nullable(f.when), by: f.textOrNull }) },
} satisfies Schemas;
