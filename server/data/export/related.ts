import { contact, type Exported, id, joined, whole } from "./lists.ts";

export const related: Exported = {
  file: "relations",
  what: "Relations between contacts",
  table: "relations",
  joins: `${contact} ${joined("contacts o", "t.other_id")}`,
  fields: [
    ["Contact", whole("c")],
    ["Other contact", whole("o")],
    ["The other is", "t.name"],
    ["The contact is", "t.other_name"],
    ["Created by", "t.created_by"],
    ["Created", "t.created_at", "moment"],
    id,
    ["Contact ID", "t.contact_id"],
    ["Other contact ID", "t.other_id"],
  ],
};
