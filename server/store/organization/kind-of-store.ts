import { appointmentTypes } from "#server/booking/appointment-types.ts";
import { lockStore } from "#server/booking/book.ts";
import { usableCategories } from "#server/platform/db/categories.ts";
import type { Db } from "#server/platform/db/client.ts";
import { templates as templateTable } from "#server/platform/db/schema.ts";
import { appointmentTypes as typeTable } from "#server/platform/db/schema-calendar.ts";
import { ownFields } from "#server/platform/db/schema-records.ts";
import { fold } from "#server/platform/db/search.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { fields } from "#server/records/fields/fields.ts";
import { products } from "#server/records/products/products.ts";
import { templates } from "#server/records/templates/templates.ts";

export const kindOfStore = {
  // Under the lock, so that two managers add each name once.
  "setup.add": async ({ body, tenant, ...call }) =>
    tenant(async (db) => {
      await lockStore(db);
      const here = { ...call, tenant: <T>(work: (db: Db) => Promise<T>) => work(db) };
      const left = {
        products: missing(body.products, await usableCategories(db)),
        fields: missing(body.fields, await db.select({ label: ownFields.label }).from(ownFields)),
        templates: missing(body.templates, await db.select({ name: templateTable.name }).from(templateTable)),
        types: missing(body.appointmentTypes, await db.select({ name: typeTable.name }).from(typeTable)),
      };
      for (const form of left.products) await products["products.create"]({ ...here, body: form });
      if (left.fields.length > 0) await fields["fields.create"]({ ...here, body: { fields: left.fields } });
      for (const form of left.templates) await templates["templates.create"]({ ...here, body: form });
      for (const form of left.types)
        await appointmentTypes["appointmentTypes.create"]({ ...here, body: form });
      return { added: Object.values(left).flat().length };
    }),
} satisfies Partial<Handlers>;

type Named = { name: string } | { label: string };

const nameOf = (record: Named) => fold("label" in record ? record.label : record.name);

function missing<T extends Named>(records: readonly T[], existing: readonly Named[]): T[] {
  const taken = new Set(existing.map(nameOf));
  return records.filter((record) => !taken.has(nameOf(record)));
}
