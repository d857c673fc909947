import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, instant, now } from "./columns.ts";
import { users } from "./schema.ts";

/* What the doors remember of those who knock. Of these, a tenant's role reaches its known devices alone, to end them. */

/** Failed logins of one account from one place (login-limit.ts) since `startedAt`. `account` is the email's SHA-256. */
export const loginFailures = pgTable(
  "login_failures",
  {
    account: bytea("account").notNull(),
    address: text("address").notNull(),
    failures: integer("failures").notNull(),
    startedAt: instant("started_at").notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.account, table.address] }),
    index("login_failures_address").on(table.address),
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
