import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, times, version } from "./columns.ts";

/*
 * What is asked before anybody knows whose it is: small tables that name the organization of a token, an address, a link or
 * a provider's account, each by the one thing that is asked for. Triggers keep them (`keep_directory`), in the transaction
 * of the record itself, so their keys are what makes a token, link or account one of a kind everywhere. A tenant's role
 * reaches none. In a sharded database each is spread by its own key; server/platform/db/sharding.test.ts holds the rest.
 */

/** No foreign key: what deletes an organization deletes its records, and their triggers delete these. */
const whose = () => uuid("organization_id").notNull();

export const sessionDirectory = pgTable("session_directory", {
  tokenHash: bytea("token_hash").primaryKey(),
  organizationId: whose(),
});

export const tokenDirectory = pgTable("token_directory", {
  tokenHash: bytea("token_hash").primaryKey(),
  organizationId: whose(),
});

/** One person may work in several stores. */
export const emailDirectory = pgTable(
  "email_directory",
  { email: text("email").notNull(), organizationId: whose() },
  (table) => [primaryKey({ columns: [table.email, table.organizationId] })],
);

export const slugDirectory = pgTable("slug_directory", {
  slug: text("slug").primaryKey(),
  organizationId: whose(),
});

export const accountDirectory = pgTable("account_directory", {
  externalId: text("external_id").primaryKey(),
  organizationId: whose(),
});

/** WebAuthn wants a credential id to be registered once, whoever its person is. */
export const passkeyDirectory = pgTable("passkey_directory", {
  credentialId: bytea("credential_id").primaryKey(),
  organizationId: whose(),
});

/** The categories that every organization reads and none changes; a sharded database has them whole on each machine. */
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
