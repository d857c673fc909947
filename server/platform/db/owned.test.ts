import { eq, exists, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { alias } from "drizzle-orm/pg-core";
import { inStore, type SystemDb } from "./client.ts";
import { isOwned, owned } from "./owned.ts";
import { contacts, organizations, purchases } from "./schema.ts";

const system = drizzle.mock() as unknown as SystemDb;
const db = inStore(system, "a");
const other = alias(contacts, "other");
const id = sql<string>`1`;

test.each([
  ["a select", db.select({ id }).from(contacts), 1],
  ["an alias", db.select({ id }).from(other), 1],
  ["a join", db.select({ id }).from(purchases).innerJoin(contacts, eq(contacts.id, purchases.contactId)), 2],
  ["a left join", db.select({ id }).from(organizations).leftJoin(contacts, sql`true`), 1],
  [
    "a subquery",
    db
      .select({ id })
      .from(contacts)
      .where(exists(db.select({ id }).from(purchases))),
    2,
  ],
  ["both sides of a union", db.select({ id }).from(contacts).union(db.select({ id }).from(purchases)), 2],
  ["an update", db.update(contacts).set({ email: "" }), 1],
  ["an update from another table", db.update(contacts).set({ email: "" }).from(purchases), 2],
  ["a delete", db.delete(contacts).where(eq(contacts.id, "b")), 1],
  ["a table in raw SQL", db.select({ id }).from(owned("contacts", "c")), 1],
  ["a changed table in raw SQL", db.select({ id }).from(sql`changed`).where(isOwned("c")), 1],
])("limits %s to the store", (_, query, count) => {
  expect(query.toSQL().sql.match(/"?organization_id"? = \$/g)).toHaveLength(count);
});

test("limits both sides of an or", () => {
  const { sql: text } = db.select({ id }).from(contacts).where(sql`1 = 1 or 2 = 2`).toSQL();
  expect(text).toContain("and (1 = 1 or 2 = 2)");
});

test("limits nothing in the system's database", () => {
  expect(system.select({ id }).from(contacts).toSQL().sql).not.toContain("where");
});

test("can name the store in the message of a failed query", () => {
  expect(`${db.select({ id }).from(contacts).toSQL().params}`).toBe("the store's id");
});
