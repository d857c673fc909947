import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import type { ConsentSource } from "#lib/contract/consent.ts";
import type { Action, ActorKind } from "#lib/contract/journal.ts";
import { bytea, createdBy, index, instant, now, uniqueIndex } from "./columns.ts";
import { register } from "./registry.ts";
import { ofOrganization, records } from "./schema.ts";

/**
 * Every change of a record, written by triggers (`keep_journal_of`) in the transaction of the change.
 * Tenants' roles can only read it.
 * - `change`: one transaction or one whole import; increases with time
 * - `name`: the record's name at that time
 * - `was`, `now`: changed columns. For deleted records `was` is the whole row until the trash is emptied
 * - `ofId`: the contact whose history lists a tag's entry
 * - `privateTo`: the only person who may see the entry, for private segments
 */
export const journal = records(
  "journal",
  {
    at: instant("at").notNull(),
    change: pg.uuid("change").notNull(),
    reason: pg.text("reason").$type<"restore" | "revert" | "merge">(),
    actorKind: pg.text("actor_kind").$type<ActorKind>().notNull(),
    actorId: pg.uuid("actor_id"),
    actorName: pg.text("actor_name"),
    kind: pg.text("kind").notNull(),
    recordId: pg.uuid("record_id").notNull(),
    name: pg.text("name").notNull(),
    action: pg.text("action").$type<Action>().notNull(),
    was: pg.jsonb("was").$type<Record<string, unknown>>(),
    now: pg.jsonb("now").$type<Record<string, unknown>>(),
    ofId: pg.uuid("of_id"),
    privateTo: pg.uuid("private_to"),
  },
  { whose: "store", exported: true, grants: ["select"] },
  (table) => [
    index("journal_record", table, table.recordId, table.id),
    index("journal_of", table, table.ofId, table.id).where(sql`of_id is not null`),
    index("journal_change", table, table.change, table.kind, table.action),
    index("journal_kind", table, table.kind, table.id),
    index("journal_person", table, table.actorId, table.id).where(sql`actor_kind = 'person'`),
    index("journal_actor", table, table.actorKind, table.id).where(sql`actor_kind <> 'person'`),
    // For the trash, and across organizations for emptying it.
    index("journal_deleted", table, table.id).where(sql`action = 'deleted' and was is not null`),
    // Deleted and merged contacts that refused marketing email or texts, to compare new contacts with.
    index("journal_said_no", table).where(
      sql`kind = 'contact' and action = 'deleted' and (reason is null or reason = 'merge')
        and (was->>'consent' = 'withdrawn' or was->>'no_texts_at' is not null)`,
    ),
    pg.index("journal_to_erase").on(table.at).where(sql`action = 'deleted' and was is not null`),
  ],
);

/** Changes that were undone or deleted permanently. The primary key allows this once. */
export const reverts = pg.pgTable(
  "reverts",
  {
    organizationId: ofOrganization(),
    change: pg.uuid("change").notNull(),
    how: pg.text("how").$type<"restore" | "revert" | "erase">().notNull(),
    at: instant("at").notNull().default(now),
  },
  (table) => [pg.primaryKey({ columns: [table.organizationId, table.change] })],
);
register(reverts, { whose: "store", exported: "Only ids of changes", grants: ["select", "insert"] });

/** Pairs that staff marked as different people, the smaller id first. Without a foreign key, to survive a restore. */
export const distinctContacts = records(
  "distinct_contacts",
  {
    oneId: pg.uuid("one_id").notNull(),
    otherId: pg.uuid("other_id").notNull(),
    createdBy: createdBy(),
    createdAt: instant("created_at").notNull().default(now),
  },
  {
    whose: "contact",
    exported: true,
    notInOwnExport: "Only marks two contacts as different people",
    whenErased: "Stays, because it contains only ids",
    kind: "distinct",
  },
  (table) => [
    uniqueIndex("distinct_contacts_pair", table, table.oneId, table.otherId),
    index("distinct_contacts_other", table, table.otherId),
  ],
);

/** Permanently deleted contacts, for imports: HMACs of email and phone (mail/erased.ts), and refused marketing. */
export const erasedKeys = pg.pgTable(
  "erased_keys",
  {
    organizationId: ofOrganization(),
    key: bytea("key").notNull(),
    at: instant("at").notNull().default(now),
    saidNo: pg.text("said_no").$type<ConsentSource>(),
  },
  (table) => [pg.primaryKey({ columns: [table.organizationId, table.key] })],
);
register(erasedKeys, { whose: "store", exported: "Keys of erased people" });

/** Sums for Home per UTC day. Triggers update them; the view `counted` defines what counts. */
export const dailyTotals = pg.pgTable(
  "daily_totals",
  {
    organizationId: ofOrganization(),
    what: pg.text("what").notNull(),
    day: pg.date("day", { mode: "string" }).notNull(),
    amount: pg.numeric("amount").notNull(),
  },
  (table) => [pg.primaryKey({ columns: [table.organizationId, table.what, table.day] })],
);
register(dailyTotals, { whose: "store", exported: "Sums of exported records" });
