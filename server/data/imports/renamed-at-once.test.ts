import { setTimeout as wait } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { contacts, productCategories, purchases } from "#server/platform/db/schema.ts";
import { testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { person, recordsOf } from "#server/testing/records.ts";

// The requests only overlap on Postgres.
const host = testHost();
const make = recordsOf(host);
const { upload, start } = importsOf(host);

test.each(["customer", "category"])(
  "imports sales under the new name while their %s is renamed",
  async (which) => {
    const { id, owner } = await host.shop();
    const [contactId, categoryId] = [await make.contact(owner), await make.category(owner, "Rings")];
    const params = await upload(owner, "Sold on,Email,Item,Total\n2026-11-20,zoe@example.com,Rings,10.00\n");
    const database = await host.database();
    const renaming = database.tenant(id, async (db) => {
      if (which === "customer") {
        await db.update(contacts).set({ firstName: "Ada", search: " ada" }).where(eq(contacts.id, contactId));
        await db
          .update(purchases)
          .set({ contactName: `Ada ${person.lastName}` })
          .where(eq(purchases.contactId, contactId));
      } else
        await db.update(productCategories).set({ name: "Bands" }).where(eq(productCategories.id, categoryId));
      await wait(500);
    });
    await Promise.all([renaming, start(owner, params)]);
    const [sale] = await make.sales(owner);
    const options = which === "customer" ? "contacts.options" : "products.options";
    const named = which === "customer" ? sale?.contact : sale?.productCategory;
    expect((await host.call(options, owner)).body).toContainEqual(named);
  },
);
