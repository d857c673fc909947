import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, organizationId, times, version } from "./columns.ts";
import { register } from "./registry.ts";

/*
 * Tables that find the organization of a token, email, booking link or account before the caller is known.
 * Triggers (`keep_directory`) update them, so their keys make these globally unique. Tenants' roles can't
 * access them. They have no foreign key, because a sharded database distributes each by its own key
 * (sharding.test.ts).
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
