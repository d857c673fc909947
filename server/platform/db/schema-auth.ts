import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { bytea, edited, index, instant, now, organizationId, refersTo, uniqueIndex } from "./columns.ts";
import { register } from "./registry.ts";
import { token, users } from "./schema.ts";

/** `page`: opens the page that connects an account. `notice`: Unipile reports it. `step`: between password and code. */
export type TokenPurpose = "invitation" | "reset" | "page" | "notice" | "step";

export const onlyNewest = sql`purpose in ('invitation', 'reset')`;

/** `browser` comes from auth/browsers.ts. */
export const sessions = pg.pgTable(
  "sessions",
  {
    ...token(),
    id: pg.uuid("id").notNull().defaultRandom(),
    browser: pg.text("browser").notNull().default(""),
    address: pg.text("address").notNull().default(""),
    device: bytea("device"),
    usedAt: instant("used_at").notNull().default(now),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    index("sessions_user", table, table.userId),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(sessions, { whose: "person", exported: "Secret", inBackup: false });

export const oneTimeTokens = pg.pgTable(
  "one_time_tokens",
  { ...token(), purpose: pg.text("purpose").$type<TokenPurpose>().notNull() },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    index("one_time_tokens_user", table, table.userId),
    uniqueIndex("one_time_tokens_newest", table, table.userId, table.purpose).where(onlyNewest),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(oneTimeTokens, { whose: "person", exported: "Secret" });
/** Failed attempts elsewhere can't lock these out. `device` is a SHA-256. */
export const knownDevices = pg.pgTable(
  "known_devices",
  {
    organizationId: pg.uuid("organization_id").notNull(),
    userId: pg.uuid("user_id").notNull(),
    device: bytea("device").notNull(),
    lastUsedAt: instant("last_used_at").notNull().default(now),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.userId, table.device] }),
    pg.index("known_devices_used").on(table.lastUsedAt),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(knownDevices, { whose: "person", exported: "Secret" });

export const resetRequests = pg.pgTable("reset_requests", {
  id: pg.uuid("id").primaryKey(),
  email: pg.text("email").notNull(),
  createdAt: instant("created_at").notNull().default(now),
});
register(resetRequests, { whose: "host", inBackup: false });

export const attempts = pg.pgTable(
  "attempts",
  {
    door: pg.text("door").notNull(),
    who: pg.text("who").notNull(),
    count: pg.integer("count").notNull(),
    startedAt: instant("started_at").notNull().default(now),
  },
  (table) => [pg.primaryKey({ columns: [table.door, table.who] })],
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
export const restores = pg.pgTable("restores", {
  restoredAt: instant("restored_at").primaryKey(),
  madeAt: instant("made_at").notNull(),
  hostSecret: pg.text("host_secret"),
});
register(restores, { whose: "host", inBackup: false });

/** Secrets of hosts (secrets/keyring.ts). `sealed`: a former one, encrypted. Its links are invalid after `endedAt`. */
export const hostKeys = pg.pgTable("host_keys", {
  id: pg.text("id").primaryKey(),
  since: instant("since").notNull(),
  sealed: pg.text("sealed"),
  endedAt: instant("ended_at"),
});
register(hostKeys, { whose: "host" });

/** `answer` is null only inside the transaction that creates it. */
export const idempotencyKeys = pg.pgTable(
  "idempotency_keys",
  {
    organizationId: organizationId(),
    userId: pg.uuid("user_id").notNull(),
    row: pg.text("row").notNull(),
    key: pg.text("key").notNull(),
    /** SHA-256 of the request. The same key with another request is an error. */
    asked: bytea("asked"),
    answer: pg.jsonb("answer"),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.userId, table.row, table.key] }),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(idempotencyKeys, { whose: "person", exported: "Short-lived data of the last day" });

/**
 * `secret` is encrypted. `lastStep` is the half minute of the last accepted code: a code works only once.
 * `failures` counts wrong codes from unknown devices since then.
 */
export const authenticatorApps = pg.pgTable(
  "authenticator_apps",
  {
    organizationId: organizationId(),
    userId: pg.uuid("user_id").notNull(),
    secret: pg.text("secret").notNull(),
    lastStep: pg.bigint("last_step", { mode: "number" }).notNull(),
    failures: pg.integer("failures").notNull().default(0),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.userId] }),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(authenticatorApps, { whose: "person", exported: "Secret" });

/** SHA-256 of codes with 80 random bits. Deleted when used. */
export const recoveryCodes = pg.pgTable(
  "recovery_codes",
  {
    organizationId: organizationId(),
    userId: pg.uuid("user_id").notNull(),
    codeHash: bytea("code_hash").notNull(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.userId, table.codeHash] }),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(recoveryCodes, { whose: "person", exported: "Secret" });

/** `counter` is 0 if the authenticator doesn't count. */
export const passkeys = pg.pgTable(
  "passkeys",
  {
    organizationId: organizationId(),
    id: pg.uuid("id").notNull(),
    userId: pg.uuid("user_id").notNull(),
    name: pg.text("name").notNull(),
    credentialId: bytea("credential_id").notNull(),
    publicKey: bytea("public_key").notNull(),
    counter: pg.bigint("counter", { mode: "number" }).notNull(),
    createdAt: instant("created_at").notNull().default(now),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    index("passkeys_user", table, table.userId),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(passkeys, { whose: "person", exported: "Secret" });

/** Sessions whose person has recently confirmed their identity. */
export const confirmations = pg.pgTable(
  "confirmations",
  {
    organizationId: organizationId(),
    tokenHash: bytea("token_hash").notNull(),
    userId: pg.uuid("user_id").notNull(),
    until: instant("until").notNull(),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    index("confirmations_user", table, table.userId),
    pg.index("confirmations_until").on(table.until),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(confirmations, { whose: "person", exported: "Short-lived" });

/** A challenge works only once. Open ones are signed and need no row. */
export const usedChallenges = pg.pgTable(
  "used_challenges",
  { challenge: bytea("challenge").primaryKey(), until: instant("until").notNull() },
  (table) => [pg.index("used_challenges_until").on(table.until)],
);
register(usedChallenges, { whose: "host" });

/** Replaces a notification with the same `tag`. Never contains a visitor's text. */
export type Push = { title: string; text: string; href: `/dashboard${string}`; tag: string; at: string };

/** Each belongs to a session and gets nothing without it. `waiting` is the next notification. */
export const pushDevices = pg.pgTable(
  "push_devices",
  {
    organizationId: organizationId(),
    id: pg.uuid("id").notNull(),
    userId: pg.uuid("user_id").notNull(),
    sessionId: pg.uuid("session_id").notNull(),
    endpoint: pg.text("endpoint").notNull(),
    p256dh: pg.text("p256dh").notNull(),
    auth: pg.text("auth").notNull(),
    waiting: pg.jsonb("waiting").$type<Push[]>().notNull().default([]),
    dueAt: instant("due_at"),
    tries: pg.integer("tries").notNull().default(0),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    pg.primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("push_devices_session", table, table.userId, table.sessionId),
    pg.index("push_devices_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(pushDevices, { whose: "person", exported: "Secret", inBackup: false });

/*
 * Find the organization of a token, email, booking link or account before the caller is known. Triggers
 * (`keep_directory`) update them. Tenants' roles can't access them. No foreign keys, because a sharded database
 * distributes each by its own key (sharding.test.ts).
 */

export const sessionDirectory = pg.pgTable("session_directory", {
  tokenHash: bytea("token_hash").primaryKey(),
  organizationId: organizationId(),
});
register(sessionDirectory, { whose: "host", inBackup: false });

export const tokenDirectory = pg.pgTable("token_directory", {
  tokenHash: bytea("token_hash").primaryKey(),
  organizationId: organizationId(),
});
register(tokenDirectory, { whose: "host" });

export const emailDirectory = pg.pgTable(
  "email_directory",
  { email: pg.text("email").notNull(), organizationId: organizationId() },
  (table) => [pg.primaryKey({ columns: [table.email, table.organizationId] })],
);
register(emailDirectory, { whose: "host" });

export const slugDirectory = pg.pgTable("slug_directory", {
  slug: pg.text("slug").primaryKey(),
  organizationId: organizationId(),
});
register(slugDirectory, { whose: "host" });

export const accountDirectory = pg.pgTable("account_directory", {
  externalId: pg.text("external_id").primaryKey(),
  organizationId: organizationId(),
});
register(accountDirectory, { whose: "host" });

/** WebAuthn requires that a credential id is registered only once. */
export const passkeyDirectory = pg.pgTable("passkey_directory", {
  credentialId: bytea("credential_id").primaryKey(),
  organizationId: organizationId(),
});
register(passkeyDirectory, { whose: "host" });

/** Read by all stores, changed by none. A sharded database copies them to each machine. */
export const sharedCategories = pg.pgTable(
  "shared_categories",
  {
    id: pg.uuid("id").primaryKey(),
    name: pg.text("name").notNull(),
    description: pg.text("description"),
    ...edited(),
  },
  (table) => [pg.index("shared_categories_created").on(table.createdAt, table.id)],
);
register(sharedCategories, {
  whose: "host",
  grants: ["select"],
  policies: { shared: "for select to crm_app using (true)" },
});
