import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, instant, now, organizationId, refersTo } from "./columns.ts";
import { register } from "./registry.ts";
import { token, users } from "./schema.ts";

/* Sign-in, one-time links and rate limits. */

export type TokenPurpose = "invitation" | "reset" | "page" | "notice" | "step";

export const onlyNewest = sql`purpose in ('invitation', 'reset')`;

/** `browser` comes from auth/browsers.ts. */
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
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(sessions, { whose: "person", exported: "Secret", inBackup: false });

export const oneTimeTokens = pgTable(
  "one_time_tokens",
  { ...token(), purpose: text("purpose").$type<TokenPurpose>().notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    index("one_time_tokens_user").on(table.organizationId, table.userId),
    uniqueIndex("one_time_tokens_newest")
      .on(table.organizationId, table.userId, table.purpose)
      .where(onlyNewest),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(oneTimeTokens, { whose: "person", exported: "Secret" });
/** Failed attempts elsewhere can't lock these out. `device` is a SHA-256. */
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
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(knownDevices, { whose: "person", exported: "Secret" });

export const resetRequests = pgTable("reset_requests", {
  id: uuid("id").primaryKey(),
  email: text("email").notNull(),
  createdAt: instant("created_at").notNull().default(now),
});
register(resetRequests, { whose: "host", inBackup: false });

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
register(attempts, {
  whose: "host",
  grants: ["select", "insert", "update"],
  policies: {
    booked: `using (door in ('booked', 'book mail')
      and split_part(who, ' ', 1) = (select current_organization())::text)`,
    secured: "using (door in ('new password', 'security mail') and who in (select id::text from users))",
  },
});

/** Set by a restore. `hostSecret` is the backup's key, until a host has stored it. */
export const restores = pgTable("restores", {
  restoredAt: instant("restored_at").primaryKey(),
  madeAt: instant("made_at").notNull(),
  hostSecret: text("host_secret"),
});
register(restores, { whose: "host", inBackup: false });

/**
 * Secrets that hosts have started with (secrets/keyring.ts). `sealed` is a former secret, encrypted with the
 * current one. Links signed with it are invalid after `endedAt`.
 */
export const hostKeys = pgTable("host_keys", {
  id: text("id").primaryKey(),
  since: instant("since").notNull(),
  sealed: text("sealed"),
  endedAt: instant("ended_at"),
});
register(hostKeys, { whose: "host" });

/** `answer` is null only inside the transaction that creates it. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    organizationId: organizationId(),
    userId: uuid("user_id").notNull(),
    row: text("row").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of the request. The same key with another request is an error. */
    asked: bytea("asked"),
    answer: jsonb("answer"),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.row, table.key] }),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(idempotencyKeys, { whose: "person", exported: "Short-lived data of the last day" });
