import * as z from "zod/mini";
import {
  changed,
  editedVersion,
  id,
  oneLine,
  option,
  required,
  sentId,
  text,
  version,
  when,
} from "./fields.ts";
import type { Schemas } from "./row.ts";
import type { Read } from "./tolerant.ts";

/** From one contact's card: `name` is what the other one is to them, `otherName` what they are to the other one. */
const relation = z.object({
  id,
  contact: option,
  name: text,
  otherName: text,
  birthday: z.nullable(when),
  anniversary: z.nullable(when),
  version,
});
export type Relation = Read<typeof relation>;

const words = (message: string) => required(message, 60).check(oneLine);

const names = { name: words("Say what they are"), otherName: words("Say it for the other card, too") };

export const relationForm = z.object({
  contactId: sentId,
  other: z.object({ id: sentId, name: z.string() }, "Required"),
  ...names,
});

/** `contactId`: from whose card it is said. */
const relationEdit = z.object({ contactId: sentId, ...names, ...editedVersion });

export const relations = {
  "relations.ofContact": { answer: z.array(relation) },
  "relations.create": { body: relationForm },
  "relations.update": { body: relationEdit, conflict: changed(relation) },
} satisfies Schemas;
