import { type Exported, id, whole } from "./lists.ts";

export const related: Exported = {
  file: "relations",
  what: "Relations between contacts",
  table: "relations",
  joins: `left join contacts c on c.organization_id = t.organization_id and c.id = t.contact_id
    left join contacts o on o.organization_id = t.organization_id and o.id = t.other_id`,
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
