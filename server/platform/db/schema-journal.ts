import { sql } from "drizzle-orm";
import {
  date,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ConsentSource } from "#lib/contract/consent.ts";
import type { Action, ActorKind } from "#lib/contract/journal.ts";
import { bytea, createdBy, instant, now } from "./columns.ts";
import { ofOrganization } from "./schema.ts";

/**
 * Who changed what, when, from what to what. Triggers of the migrations write it in the transaction of the change, from
 * all tables of which `keep_journal_of` was asked; a tenant's role can only read it. `change` is what belongs together:
 * a transaction, or a whole import. `reason` says that the change was a restoring, a reverting or a merging. `name` is
 * what the record was called then. Of a changed record `was` and `now` hold the changed columns, of a deleted one `was`
 * is the whole row until the trash is erased, of a new one neither. Both ids grow with time, and within a transaction
 * `id` with each row. `ofId` is the contact that a tag was added to or removed from, whose history tells it too.
 * `privateTo` is the only person who may see the entry: a segment that is not shared.
 */
export const journal = pgTable(
  "journal",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    at: instant("at").notNull(),
    change: uuid("change").notNull(),
    reason: text("reason").$type<"restore" | "revert" | "merge">(),
    actorKind: text("actor_kind").$type<ActorKind>().notNull(),
    actorId: uuid("actor_id"),
    actorName: text("actor_name"),
    kind: text("kind").notNull(),
    recordId: uuid("record_id").notNull(),
    name: text("name").notNull(),
    action: text("action").$type<Action>().notNull(),
    was: jsonb("was").$type<Record<string, unknown>>(),
    now: jsonb("now").$type<Record<string, unknown>>(),
    ofId: uuid("of_id"),
    privateTo: uuid("private_to"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("journal_record").on(table.organizationId, table.recordId, table.id),
    index("journal_of").on(table.organizationId, table.ofId, table.id).where(sql`of_id is not null`),
    index("journal_change").on(table.organizationId, table.change, table.kind, table.action),
    index("journal_kind").on(table.organizationId, table.kind, table.id),
    // Each row stands in one of the two.
    index("journal_person")
      .on(table.organizationId, table.actorId, table.id)
      .where(sql`actor_kind = 'person'`),
    index("journal_actor")
      .on(table.organizationId, table.actorKind, table.id)
      .where(sql`actor_kind <> 'person'`),
    // The rows that can still come back, for the trash; and across organizations, for what erases them.
    index("journal_deleted")
      .on(table.organizationId, table.id)
      .where(sql`action = 'deleted' and was is not null`),
    // The cards in the trash that said no, which whoever is typed or imported is held against.
    index("journal_said_no")
      .on(table.organizationId)
      .where(
        sql`kind = 'contact' and action = 'deleted' and reason is null and was->>'consent' = 'withdrawn'`,
      ),
    index("journal_to_erase").on(table.at).where(sql`action = 'deleted' and was is not null`),
  ],
);

/** The changes that were taken back, or whose rows were erased for good: each once, whoever comes second. */
export const reverts = pgTable(
  "reverts",
  {
    organizationId: ofOrganization(),
    change: uuid("change").notNull(),
    how: text("how").$type<"restore" | "revert" | "erase">().notNull(),
    at: instant("at").notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.change] })],
);

/**
 * Two contacts that somebody called different people, the smaller id first. No foreign key: who comes back from the trash
 * is not the other one then either.
 */
export const distinctContacts = pgTable(
  "distinct_contacts",
  {
    organizationId: ofOrganization(),
    id: uuid("id").notNull(),
    oneId: uuid("one_id").notNull(),
    otherId: uuid("other_id").notNull(),
    createdBy: createdBy(),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("distinct_contacts_pair").on(table.organizationId, table.oneId, table.otherId),
    index("distinct_contacts_other").on(table.organizationId, table.otherId),
  ],
);

/**
 * Who was erased for good, so that no file brings them back: HMACs of email and number (server/connections/mail/erased.ts), and whether
 * they had said no to marketing mail, by what (null: they had not). Nothing else.
 */
export const erasedKeys = pgTable(
  "erased_keys",
  {
    organizationId: ofOrganization(),
    key: bytea("key").notNull(),
    at: instant("at").notNull().default(now),
    saidNo: text("said_no").$type<ConsentSource>(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.key] })],
);

/**
 * What Home counts, summed per UTC day: sales' revenue, and how many contacts came, emails went out and appointments
 * were booked. Triggers of the migrations keep it; the view `counted` says what is counted.
 */
export const dailyTotals = pgTable(
  "daily_totals",
  {
    organizationId: ofOrganization(),
    what: text("what").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    amount: numeric("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.what, table.day] })],
);
