import { foreignKey, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdBy, times, version } from "./columns.ts";
import { register } from "./registry.ts";
import { contacts, ofOrganization } from "./schema.ts";

/** `name` is the role of `otherId` ("Husband"), `otherName` the role of `contactId`. */
export const relations = pgTable(
  "relations",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    contactId: uuid("contact_id").notNull(),
    otherId: uuid("other_id").notNull(),
    name: text("name").notNull(),
    otherName: text("other_name").notNull(),
    createdBy: createdBy(),
    ...version(),
    ...times(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("relations_contact").on(table.organizationId, table.contactId),
    index("relations_other").on(table.organizationId, table.otherId),
    foreignKey({
      columns: [table.organizationId, table.contactId],
      foreignColumns: [contacts.organizationId, contacts.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [table.organizationId, table.otherId],
      foreignColumns: [contacts.organizationId, contacts.id],
    }).onDelete("cascade"),
  ],
);
register(relations, { whose: "contact", exported: true, kind: "relation" });
