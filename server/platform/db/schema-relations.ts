import { index, text, uuid } from "drizzle-orm/pg-core";
import { createdBy, refersTo, times, version } from "./columns.ts";
import { contacts, records } from "./schema.ts";

/** `name` is the role of `otherId` ("Husband"), `otherName` the role of `contactId`. */
export const relations = records(
  "relations",
  {
    contactId: uuid("contact_id").notNull(),
    otherId: uuid("other_id").notNull(),
    name: text("name").notNull(),
    otherName: text("other_name").notNull(),
    createdBy: createdBy(),
    ...version(),
    ...times(),
  },
  { whose: "contact", exported: true, kind: "relation" },
  (table) => [
    index("relations_contact").on(table.organizationId, table.contactId),
    index("relations_other").on(table.organizationId, table.otherId),
    refersTo(table, "contactId", contacts).onDelete("cascade"),
    refersTo(table, "otherId", contacts).onDelete("cascade"),
  ],
);
