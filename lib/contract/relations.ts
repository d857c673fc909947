import * as z from "zod/mini";
import { yearlyDays } from "./contacts.ts";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** `name` is the other contact's role, `otherName` the own one. */
const relation = z.object({
  id: f.id,
  contact: f.option,
  name: f.text,
  otherName: f.text,
  ...yearlyDays,
  version: f.version,
});
export type Relation = Read<typeof relation>;

const words = (message: string) => f.required(message, 60).check(f.oneLine);

const names = {
  name: words("Enter the relation"),
  otherName: words("Enter the relation for the other contact too"),
};

export const relationForm = z.object({
  contactId: f.sentId,
  other: z.object({ id: f.sentId, name: z.string() }, "Required"),
  ...names,
});

const relationEdit = z.object({ contactId: f.sentId, ...names, ...f.editedVersion });

export const relations = {
  "relations.ofContact": { answer: z.array(relation) },
  "relations.create": { body: relationForm },
  "relations.update": { body: relationEdit, conflict: f.changed(relation) },
} satisfies Schemas;
