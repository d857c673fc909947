import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { addressKinds } from "#lib/contract/contacts.ts";
import type { OwnKind, OwnSubject } from "#lib/contract/field-terms.ts";
import type { FileType } from "#lib/contract/file-terms.ts";
import type { SegmentSubject } from "#lib/contract/segment-terms.ts";
import type { Repeat, StoredKind, TaskSource } from "#lib/contract/task-terms.ts";
import { bytea, createdBy, edited, index, instant, now, refersTo, times, uniqueIndex } from "./columns.ts";
import { register } from "./registry.ts";
import { contacts, notes, ofOrganization, purchases, records } from "./schema.ts";
import { repairs } from "./schema-repairs.ts";

/** `name` is the role of `otherId` ("Husband"), `otherName` the role of `contactId`. */
export const relations = records(
  "relations",
  {
    contactId: pg.uuid("contact_id").notNull(),
    otherId: pg.uuid("other_id").notNull(),
    name: pg.text("name").notNull(),
    otherName: pg.text("other_name").notNull(),
    createdBy: createdBy(),
    ...edited(),
  },
  { whose: "contact", exported: true, kind: "relation" },
  (table) => [
    index("relations_contact", table, table.contactId),
    index("relations_other", table, table.otherId),
    refersTo(table, "contactId", contacts).onDelete("cascade"),
    refersTo(table, "otherId", contacts).onDelete("cascade"),
  ],
);

export const contactAddresses = records(
  "contact_addresses",
  {
    contactId: pg.uuid("contact_id").notNull(),
    kind: pg.text("kind").$type<(typeof addressKinds)[number]>().notNull().default("OTHER"),
    address: pg.text("name").notNull(),
    addressKey: pg
      .text("address_key")
      .generatedAlwaysAs(
        sql`case when strpos(name, '@') > 0 then lower(name) else regexp_replace(name, '[^0-9]', '', 'g') end`,
      ),
    ...edited(),
  },
  { whose: "contact", exported: true, kind: "address" },
  (table) => [
    index("contact_addresses_contact", table, table.contactId),
    index("contact_addresses_key", table, table.addressKey),
    refersTo(table, "contactId", contacts).onDelete("cascade"),
  ],
);

/** Names are unique without regard to case. `merged`: ids of tags merged into this one, because old links use them. */
export const tags = records(
  "tags",
  {
    name: pg.text("name").notNull(),
    nameKey: pg.text("name_key").generatedAlwaysAs(sql`lower(name)`),
    color: pg.smallint("color").notNull(),
    merged: pg.uuid("merged").array().notNull().default([]),
    ...edited(),
  },
  { whose: "store", exported: true, kind: "tag" },
  (table) => [uniqueIndex("tags_name", table, table.nameKey)],
);

export const contactTags = records(
  "contact_tags",
  {
    contactId: pg.uuid("contact_id").notNull(),
    tagId: pg.uuid("tag_id").notNull(),
    createdAt: instant("created_at").notNull().default(now),
  },
  { whose: "contact", exported: true, kind: "tagging" },
  (table) => [
    uniqueIndex("contact_tags_contact", table, table.contactId, table.tagId),
    index("contact_tags_tag", table, table.tagId, table.contactId),
    refersTo(table, "contactId", contacts).onDelete("cascade"),
    refersTo(table, "tagId", tags).onDelete("cascade"),
  ],
);

/** `segment`: JSON. `sort`: its list's order. With the author, private segments go and shared ones lose `userId`. */
export const segments = records(
  "segments",
  {
    name: pg.text("name").notNull(),
    of: pg.text("of").$type<SegmentSubject>().notNull().default("contacts"),
    segment: pg.text("segment").notNull(),
    sort: pg.text("sort"),
    userId: pg.uuid("user_id"),
    isShared: pg.boolean("is_shared").notNull().default(false),
    createdBy: createdBy(),
    ...edited(),
  },
  { whose: "person", exported: true, kind: "segment", references: { userId: ["users", "set null"] } },
  (table) => [index("segments_user", table, table.userId)],
);

type StoredOption = { id: string; text: string; isArchived: boolean };

/** The store's own fields. Their values are in `fields` of contacts and sales. */
export const ownFields = records(
  "own_fields",
  {
    of: pg.text("of").$type<OwnSubject>().notNull().default("contacts"),
    label: pg.text("name").notNull(),
    group: pg.text("group_name").notNull(),
    suffix: pg.text("suffix").notNull().default(""),
    /** "" for a restored field that had none. */
    placeholder: pg.text("placeholder").notNull().default(""),
    kind: pg.text("kind").$type<OwnKind>().notNull(),
    options: pg.jsonb("options").$type<StoredOption[]>().notNull().default([]),
    position: pg.integer("position").notNull(),
    isRequired: pg.boolean("is_required").notNull().default(false),
    isSearchable: pg.boolean("is_searchable").notNull().default(false),
    isWarning: pg.boolean("is_warning").notNull().default(false),
    isArchived: pg.boolean("is_archived").notNull().default(false),
    ...edited(),
  },
  { whose: "store", exported: true, kind: "field", quiet: ["position"] },
  (table) => [
    uniqueIndex("own_fields_placeholder", table, sql`lower(${table.placeholder})`).where(
      sql`${table.placeholder} <> ''`,
    ),
    index("own_fields_position", table, table.position, table.id),
  ],
);

/** `total`: its part of the sale's cost. Follows renames of its category. */
export const saleItems = records(
  "sale_items",
  {
    purchaseId: pg.uuid("purchase_id").notNull(),
    position: pg.integer("position").notNull(),
    productCategoryId: pg.uuid("product_category_id"),
    productCategoryName: pg.text("product_category_name").notNull(),
    description: pg.text("description"),
    quantity: pg.integer("quantity").notNull(),
    price: pg.numeric("price").notNull(),
    percentOff: pg.numeric("percent_off"),
    amountOff: pg.numeric("amount_off"),
    total: pg.numeric("total").notNull(),
    ...times(),
  },
  {
    whose: "contact",
    exported: true,
    whenErased: "Stays with its sale, without its description",
    kind: "item",
    quiet: ["position", "productCategoryName", "total"],
    references: { productCategoryId: ["product_categories", null] },
  },
  (table) => [
    index("sale_items_purchase", table, table.purchaseId),
    index("sale_items_category", table, table.productCategoryId),
    refersTo(table, "purchaseId", purchases).onDelete("cascade"),
  ],
);

/** Only of sales that were not paid in full at once. `createdById`: who may delete it. */
export const salePayments = records(
  "sale_payments",
  {
    purchaseId: pg.uuid("purchase_id").notNull(),
    amount: pg.numeric("amount").notNull(),
    method: pg.text("method").notNull(),
    createdBy: createdBy(),
    createdById: pg.uuid("created_by_id"),
    ...times(),
  },
  { whose: "contact", exported: true, whenErased: "Stays with its sale", kind: "payment" },
  (table) => [
    index("sale_payments_purchase", table, table.purchaseId),
    index("sale_payments_created", table, table.createdAt),
    refersTo(table, "purchaseId", purchases).onDelete("cascade"),
  ],
);

/**
 * Without `userId`, for everyone. Days are the store's. `plannedDay` and `repeatDay` (before a short month
 * shortened it) give the next repetition, even if `dueDay` was postponed. `sourceId` is a note, automation or
 * booking. A booking's row only records that its appointment was ticked off.
 */
export const tasks = records(
  "tasks",
  {
    kind: pg.text("kind").$type<StoredKind>().notNull().default("TASK"),
    name: pg.text("name").notNull(),
    detail: pg.text("detail"),
    userId: pg.uuid("user_id"),
    contactId: pg.uuid("contact_id"),
    dueDay: pg.date("due_day", { mode: "string" }).notNull(),
    dueTime: pg.text("due_time"),
    repeat: pg.text("repeat").$type<Repeat>().notNull().default("NONE"),
    plannedDay: pg.date("planned_day", { mode: "string" }).notNull(),
    repeatDay: pg.smallint("repeat_day").notNull(),
    nextId: pg.uuid("next_id"),
    source: pg.text("source").$type<TaskSource>().notNull().default("person"),
    sourceId: pg.uuid("source_id"),
    doneAt: instant("done_at"),
    doneBy: pg.text("done_by"),
    createdBy: createdBy(),
    ...edited(),
  },
  {
    whose: "contact",
    exported: true,
    kind: "task",
    quiet: ["nextId", "plannedDay", "repeatDay"],
    references: { userId: ["users", "set null"], contactId: ["contacts", "cascade"] },
  },
  (table) => [
    index("tasks_open", table, table.dueDay, table.id).where(
      sql`done_at is null and kind in ('TASK', 'CALL')`,
    ),
    index("tasks_done", table, table.doneAt, table.id).where(sql`done_at is not null`),
    index("tasks_contact", table, table.contactId, table.dueDay),
    index("tasks_user", table, table.userId),
    index("tasks_ticked", table, table.dueDay, table.kind).where(
      sql`kind in ('birthday', 'anniversary', 'appointment')`,
    ),
  ],
);

/**
 * Tasks that an automation has created, one per contact and `occurrence`. No foreign keys, so a restored
 * contact doesn't get the task again. Rows without a contact say why none was created.
 */
export const automationTasks = records(
  "automation_tasks",
  {
    automationId: pg.uuid("automation_id").notNull(),
    contactId: pg.uuid("contact_id"),
    occurrence: pg.text("occurrence").notNull(),
    taskId: pg.uuid("task_id"),
    reason: pg.text("reason"),
    createdAt: instant("created_at").notNull(),
  },
  {
    whose: "contact",
    exported: "Marks of created tasks, which are exported",
    notInOwnExport: "Marks of created tasks, which are included",
    references: { contactId: ["contacts", null] },
  },
  (table) => [
    uniqueIndex("automation_tasks_once", table, table.automationId, table.contactId, table.occurrence),
    index("automation_tasks_history", table, table.automationId, table.id),
  ],
);

/** Until a note or repair uses it, only its uploader has access, and it is deleted at `keepUntil` (a trigger clears it). */
export const files = records(
  "files",
  {
    userId: pg.uuid("user_id").notNull(),
    contactId: pg.uuid("contact_id"),
    /** The future id of a repair that isn't saved. */
    draftId: pg.uuid("draft_id"),
    /** The announced size; the actual one when `isReady`. */
    bytes: pg.integer("bytes").notNull(),
    type: pg.text("type").$type<FileType>(),
    width: pg.integer("width"),
    height: pg.integer("height"),
    isReady: pg.boolean("is_ready").notNull().default(false),
    keepUntil: instant("keep_until"),
    createdAt: instant("created_at").notNull().default(now),
  },
  {
    whose: "contact",
    exported: "Described in the list of files",
    notInOwnExport: "Bytes of files, which are included and can be opened",
    whenErased: "Deleted with its note or repair",
  },
  (table) => [
    index("files_contact", table, table.contactId),
    index("files_loose", table, table.userId).where(sql`contact_id is null`),
    index("files_draft", table, table.draftId).where(sql`draft_id is not null`),
    pg.index("files_going").on(table.keepUntil).where(sql`keep_until is not null`),
  ],
);

export const fileParts = pg.pgTable(
  "file_parts",
  {
    organizationId: ofOrganization(),
    fileId: pg.uuid("file_id").notNull(),
    part: pg.integer("part").notNull(),
    data: bytea("data").notNull(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.fileId, table.part] }),
    refersTo(table, "fileId", files).onDelete("cascade"),
  ],
);
register(fileParts, {
  whose: "contact",
  exported: "Contents, which are in files/",
  notInOwnExport: "Bytes of files, which are included and can be opened",
  whenErased: "Deleted with its note or repair",
});

/** Deleted and restored with its note or repair. The bytes stay until `keepUntil`. */
export const noteFiles = records(
  "note_files",
  { noteId: pg.uuid("note_id"), repairId: pg.uuid("repair_id"), name: pg.text("name").notNull() },
  { whose: "contact", exported: true, whenErased: "Deleted with its note or repair", kind: "file" },
  (table) => [
    index("note_files_note", table, table.noteId),
    index("note_files_repair", table, table.repairId).where(sql`repair_id is not null`),
    pg.check("note_files_has_one", sql`(note_id is null) <> (repair_id is null)`),
    refersTo(table, "id", files).onDelete("cascade"),
    refersTo(table, "noteId", notes).onDelete("cascade"),
    refersTo(table, "repairId", repairs).onDelete("cascade"),
  ],
);
