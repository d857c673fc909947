import { sql } from "drizzle-orm";
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bytea, instant, now, organizationId, refersTo, times, version } from "./columns.ts";
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

/**
 * `secret` is encrypted. `lastStep` is the half minute of the last accepted code: a code works only once.
 * `failures` counts wrong codes from unknown devices since then.
 */
export const authenticatorApps = pgTable(
  "authenticator_apps",
  {
    organizationId: organizationId(),
    userId: uuid("user_id").notNull(),
    secret: text("secret").notNull(),
    lastStep: bigint("last_step", { mode: "number" }).notNull(),
    failures: integer("failures").notNull().default(0),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(authenticatorApps, { whose: "person", exported: "Secret" });

/** SHA-256 of codes with 80 random bits. Deleted when used. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    organizationId: organizationId(),
    userId: uuid("user_id").notNull(),
    codeHash: bytea("code_hash").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId, table.codeHash] }),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(recoveryCodes, { whose: "person", exported: "Secret" });

/** `counter` is 0 if the authenticator doesn't count. */
export const passkeys = pgTable(
  "passkeys",
  {
    organizationId: organizationId(),
    id: uuid("id").notNull(),
    userId: uuid("user_id").notNull(),
    name: text("name").notNull(),
    credentialId: bytea("credential_id").notNull(),
    publicKey: bytea("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    createdAt: instant("created_at").notNull().default(now),
    lastUsedAt: instant("last_used_at"),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index("passkeys_user").on(table.organizationId, table.userId),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(passkeys, { whose: "person", exported: "Secret" });

/** Sessions whose person has recently confirmed their identity. */
export const confirmations = pgTable(
  "confirmations",
  {
    organizationId: organizationId(),
    tokenHash: bytea("token_hash").notNull(),
    userId: uuid("user_id").notNull(),
    until: instant("until").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.tokenHash] }),
    index("confirmations_user").on(table.organizationId, table.userId),
    index("confirmations_until").on(table.until),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(confirmations, { whose: "person", exported: "Short-lived" });

/** A challenge works only once. Open ones are signed and need no row. */
export const usedChallenges = pgTable(
  "used_challenges",
  { challenge: bytea("challenge").primaryKey(), until: instant("until").notNull() },
  (table) => [index("used_challenges_until").on(table.until)],
);
register(usedChallenges, { whose: "host" });

/** Replaces a notification with the same `tag`. Never contains a visitor's text. */
export type Push = { title: string; text: string; href: `/dashboard${string}`; tag: string; at: string };

/** Each belongs to a session and gets nothing without it. `waiting` is the next notification. */
export const pushDevices = pgTable(
  "push_devices",
  {
    organizationId: organizationId(),
    id: uuid("id").notNull(),
    userId: uuid("user_id").notNull(),
    sessionId: uuid("session_id").notNull(),
    endpoint: text("endpoint").notNull(),
    p256dh: text("p256dh").notNull(),
    auth: text("auth").notNull(),
    waiting: jsonb("waiting").$type<Push[]>().notNull().default([]),
    dueAt: instant("due_at"),
    tries: integer("tries").notNull().default(0),
    createdAt: instant("created_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex("push_devices_session").on(table.organizationId, table.userId, table.sessionId),
    index("push_devices_due").on(table.dueAt).where(sql`${table.dueAt} is not null`),
    refersTo(table, "userId", users).onDelete("cascade"),
  ],
);
register(pushDevices, { whose: "person", exported: "Secret", inBackup: false });

/*
 * Find the organization of a token, email, booking link or account before the caller is known. Triggers
 * (`keep_directory`) update them. Tenants' roles can't access them. No foreign keys, because a sharded database
 * distributes each by its own key (sharding.test.ts).
 */

export const sessionDirectory = pgTable("session_directory", {
  tokenHash: bytea("token_hash").primaryKey(),
  organizationId: organizationId(),
});
register(sessionDirectory, { whose: "host", inBackup: false });

export const tokenDirectory = pgTable("token_directory", {
  tokenHash: bytea("token_hash").primaryKey(),
  organizationId: organizationId(),
});
register(tokenDirectory, { whose: "host" });

export const emailDirectory = pgTable(
  "email_directory",
  { email: text("email").notNull(), organizationId: organizationId() },
  (table) => [primaryKey({ columns: [table.email, table.organizationId] })],
);
register(emailDirectory, { whose: "host" });

export const slugDirectory = pgTable("slug_directory", {
  slug: text("slug").primaryKey(),
  organizationId: organizationId(),
});
register(slugDirectory, { whose: "host" });

export const accountDirectory = pgTable("account_directory", {
  externalId: text("external_id").primaryKey(),
  organizationId: organizationId(),
});
register(accountDirectory, { whose: "host" });

/** WebAuthn requires that a credential id is registered only once. */
export const passkeyDirectory = pgTable("passkey_directory", {
  credentialId: bytea("credential_id").primaryKey(),
  organizationId: organizationId(),
});
register(passkeyDirectory, { whose: "host" });

/** Read by all stores, changed by none. A sharded database copies them to each machine. */
export const sharedCategories = pgTable(
  "shared_categories",
  {
    id: uuid("id").primaryKey(),
    name: text("name").notNull(),
    description: text("description"),
    ...version(),
    ...times(),
  },
  (table) => [index("shared_categories_created").on(table.createdAt, table.id)],
);
register(sharedCategories, {
  whose: "host",
  grants: ["select"],
  policies: { shared: "for select to crm_app using (true)" },
});
