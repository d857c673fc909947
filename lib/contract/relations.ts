import * as z from "zod/mini";
import { yearlyDays } from "./contacts.ts";
import { changed, editedVersion, id, oneLine, option, required, sentId, text, version } from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** `name` is the other contact's role, `otherName` the own one. */
const relation = z.object({
  id,
  contact: option,
  name: text,
  otherName: text,
  ...yearlyDays,
  version,
});
export type Relation = Read<typeof relation>;

const words = (message: string) => required(message, 60).check(oneLine);

const names = {
  name: words("Enter the relation"),
  otherName: words("Enter the relation for the other contact too"),
};

export const relationForm = z.object({
  contactId: sentId,
  other: z.object({ id: sentId, name: z.string() }, "Required"),
  ...names,
});

const relationEdit = z.object({ contactId: sentId, ...names, ...editedVersion });

export const relations = {
  "relations.ofContact": { answer: z.array(relation) },
  "relations.create": { body: relationForm },
  "relations.update": { body: relationEdit, conflict: changed(relation) },
} satisfies Schemas;
