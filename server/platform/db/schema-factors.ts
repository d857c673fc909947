import { bigint, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant, now, organizationId, refersTo } from "./columns.ts";
import { register } from "./registry.ts";
import { users } from "./schema.ts";

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
