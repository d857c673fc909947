import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytea, instant, now, organizationId } from "./columns.ts";
import { token, users } from "./schema.ts";

/*
 * What sign-in, links and limits remember. Of these, a tenant's role reaches its people's one-time tokens and known
 * devices, and counts what its visitors book.
 */

export type TokenPurpose = "invitation" | "reset" | "page" | "notice" | "step";

/** Of these a person's newest alone is good. */
export const onlyNewest = sql`purpose in ('invitation', 'reset')`;

/** Where somebody is signed in: from which browser (auth/browsers.ts), at which address; `device` is its known device. */
export const sessions = pgTable(
  "sessions",
  {
    ...token(),
    id: uuid("id").notNull().defaultRandom(),
    browser: text("browser").notNull().default(""),
    address: text("address").notNull().default(""),
    device: bytea("device"),
    usedAt: instant("used_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    index("sessions_user").on(table.organizationId, table.userId),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete("cascade"),
  ],
);

/** What one link lets its holder do, once: auth/one-time-tokens.ts. A used one is gone. */
export const oneTimeTokens = pgTable(
  "one_time_tokens",
  { ...token(), purpose: text("purpose").$type<TokenPurpose>().notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    index("one_time_tokens_user").on(table.organizationId, table.userId),
    uniqueIndex("one_time_tokens_newest")
      .on(table.organizationId, table.userId, table.purpose)
      .where(onlyNewest),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete("cascade"),
  ],
);
/** The browsers in which somebody has signed in before: strangers cannot lock them out there. `device` is a SHA-256. */
export const knownDevices = pgTable(
  "known_devices",
  {
    organizationId: uuid("organization_id").notNull(),
    userId: uuid("user_id").notNull(),
    device: bytea("device").notNull(),
    lastUsedAt: instant("last_used_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.device] }),
    index("known_devices_used").on(table.lastUsedAt),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete("cascade"),
  ],
);

/** Addresses for which somebody asked for a new password; a job looks whose they are. */
export const resetRequests = pgTable("reset_requests", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull(),
  createdAt: instant("created_at").notNull().default(now),
});

/** How often an address, a person or a store has lately done what is limited (auth/attempts.ts); all hosts share it. */
export const attempts = pgTable(
  "attempts",
  {
    door: text("door").notNull(),
    who: text("who").notNull(),
    count: integer("count").notNull(),
    startedAt: instant("started_at").notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.door, table.who] })],
);

/**
 * That this database came out of a backup. `hostSecret` is the key that came with it, until a host has put it where it
 * keeps its own: rows and key change places at once or not at all.
 */
export const restores = pgTable("restores", {
  restoredAt: instant("restored_at").primaryKey(),
  madeAt: instant("made_at").notNull(),
  hostSecret: text("host_secret"),
});

/**
 * The secrets that hosts were started with, by their names (secrets/keyring.ts). `sealed`: a former one, with the present one;
 * null for the present one itself. `endedAt`: from when on no link that it signed is good.
 */
export const hostKeys = pgTable("host_keys", {
  id: text("id").primaryKey(),
  since: instant("since").notNull(),
  sealed: text("sealed"),
  endedAt: instant("ended_at"),
});

/** What a request with an idempotency key was answered; null only inside the transaction that answers it. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    organizationId: organizationId(),
    userId: uuid("user_id").notNull(),
    row: text("row").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of what was asked: a key that comes again with something else is a mistake. */
    asked: bytea("asked"),
    answer: jsonb("answer"),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.row, table.key] }),
    foreignKey({
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }).onDelete("cascade"),
  ],
);
