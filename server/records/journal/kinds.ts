import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import {
  contacts,
  notes,
  productCategories,
  purchases,
  refunds,
  templates,
} from "#server/platform/db/schema.ts";
import {
  appointmentTypes,
  bookings,
  hoursExceptions,
  offers,
  wishes,
} from "#server/platform/db/schema-calendar.ts";
import { campaignContacts, campaigns } from "#server/platform/db/schema-campaigns.ts";
import { ownFields } from "#server/platform/db/schema-fields.ts";
import { noteFiles } from "#server/platform/db/schema-files.ts";
import { distinctContacts } from "#server/platform/db/schema-journal.ts";
import { automations, mails, suppressions } from "#server/platform/db/schema-mail.ts";
import { relations } from "#server/platform/db/schema-relations.ts";
import { segments } from "#server/platform/db/schema-segments.ts";
import { contactTags, tags } from "#server/platform/db/schema-tags.ts";
import { tasks } from "#server/platform/db/schema-tasks.ts";

/** With `isNeeded`, the record can't exist without the reference. */
type Reference = { column: string; to: string; isNeeded?: boolean };

/**
 * What undo must know about a table. `columns` excludes generated ones. A record of a kind with `namedBy` is
 * not removed while another references it.
 */
export type Kind = {
  kind: string;
  table: string;
  columns: string[];
  references: Reference[];
  namedBy: [table: string, column: string][];
};

const person = { column: "user_id", to: "users" };
const type = { column: "appointment_type_id", to: "appointment_types" };
const contact = { column: "contact_id", to: "contacts" };

function kindOf(
  kind: string,
  table: PgTable & { organizationId: unknown; id: unknown },
  references: Reference[] = [],
  namedBy: Kind["namedBy"] = [],
): Kind {
  const columns = Object.values(getTableColumns(table))
    .filter(({ generated }) => !generated)
    .map(({ name }) => name);
  return { kind, table: getTableName(table), columns, references, namedBy };
}

/** Each kind follows those that it references. */
export const kinds: Kind[] = [
  kindOf(
    "contact",
    contacts,
    [],
    [
      ["notes", "contact_id"],
      ["purchases", "contact_id"],
      ["bookings", "contact_id"],
      ["wishes", "contact_id"],
      ["tasks", "contact_id"],
      ["contact_tags", "contact_id"],
      ["campaign_contacts", "contact_id"],
      ["relations", "contact_id"],
      ["relations", "other_id"],
    ],
  ),
  kindOf("tag", tags, [], [["contact_tags", "tag_id"]]),
  kindOf("tagging", contactTags, [
    { ...contact, isNeeded: true },
    { column: "tag_id", to: "tags", isNeeded: true },
  ]),
  kindOf("distinct", distinctContacts),
  kindOf("field", ownFields),
  kindOf("category", productCategories, [], [["purchases", "product_category_id"]]),
  kindOf(
    "template",
    templates,
    [],
    [
      ["automations", "template_id"],
      ["campaigns", "template_id"],
    ],
  ),
  kindOf("automation", automations, [{ column: "template_id", to: "templates" }]),
  kindOf("segment", segments, [person]),
  kindOf(
    "campaign",
    campaigns,
    [{ column: "template_id", to: "templates" }],
    [
      ["campaign_contacts", "campaign_id"],
      ["mails", "campaign_id"],
    ],
  ),
  kindOf("recipient", campaignContacts, [
    { ...contact, isNeeded: true },
    { column: "campaign_id", to: "campaigns", isNeeded: true },
  ]),
  kindOf("appointmentType", appointmentTypes, [], [["bookings", "appointment_type_id"]]),
  kindOf(
    "sale",
    purchases,
    [contact, { column: "product_category_id", to: "product_categories" }],
    [["refunds", "purchase_id"]],
  ),
  kindOf("refund", refunds, [{ column: "purchase_id", to: "purchases", isNeeded: true }]),
  kindOf("note", notes, [{ ...contact, isNeeded: true }], [["note_files", "note_id"]]),
  kindOf("file", noteFiles, [{ column: "note_id", to: "notes", isNeeded: true }]),
  kindOf("booking", bookings, [person, contact, type]),
  kindOf("wish", wishes, [person, contact, { ...type, isNeeded: true }]),
  kindOf("offer", offers, [
    { ...person, isNeeded: true },
    { column: "wish_id", to: "wishes", isNeeded: true },
  ]),
  kindOf("task", tasks, [person, contact]),
  kindOf("relation", relations, [
    { ...contact, isNeeded: true },
    { column: "other_id", to: "contacts", isNeeded: true },
  ]),
  kindOf("exception", hoursExceptions, [person]),
  kindOf("suppression", suppressions),
  kindOf("mail", mails, [
    contact,
    { column: "automation_id", to: "automations" },
    { column: "campaign_id", to: "campaigns" },
  ]),
];

/** Undo ignores these when it looks for later edits. */
export const AUTOMATIC_COLUMNS = [
  "version",
  "updated_at",
  "search",
  "contact_name",
  "product_category_name",
  "refunded",
  "next_run_at",
  "last_run_at",
  "last_moment",
  "activated_at",
  "planned_day",
  "next_id",
  "due_at",
  "mark_at",
  "mark_id",
  "frozen_at",
  "audience",
  "rank",
  "known",
  "held_until",
  "undo",
  "undo_until",
  "sequence",
  "calendar_state",
  "calendar_attempts",
  "calendar_due_at",
];
