import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, organizationId, times, version } from "./columns.ts";

/*
 * Small tables that find the organization of a token, email, booking link or provider account before the
 * caller is known. Triggers (`keep_directory`) update them in the same transaction, so their keys ensure that
 * tokens, links and accounts are globally unique. Tenants' roles can't access them. A sharded database
 * distributes each by its own key; sharding.test.ts checks that. They have no foreign key to the organization:
 * deleting an organization deletes its records, and their triggers delete these rows.
 */

export const sessionDirectory = pgTable("session_directory", {
  tokenHash: bytea("token_hash").primaryKey(),
  organizationId: organizationId(),
});

export const tokenDirectory = pgTable("token_directory", {
  tokenHash: bytea("token_hash").primaryKey(),
  organizationId: organizationId(),
});

export const emailDirectory = pgTable(
  "email_directory",
  { email: text("email").notNull(), organizationId: organizationId() },
  (table) => [primaryKey({ columns: [table.email, table.organizationId] })],
);

export const slugDirectory = pgTable("slug_directory", {
  slug: text("slug").primaryKey(),
  organizationId: organizationId(),
});

export const accountDirectory = pgTable("account_directory", {
  externalId: text("external_id").primaryKey(),
  organizationId: organizationId(),
});

/** WebAuthn requires that a credential id is registered only once. */
export const passkeyDirectory = pgTable("passkey_directory", {
  credentialId: bytea("credential_id").primaryKey(),
  organizationId: organizationId(),
});

/**
 * Categories that all stores can read and none can change. A sharded database copies them to each machine.
 */
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
