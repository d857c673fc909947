import { PREFIX } from "#lib/contract/repair-terms.ts";
import type { Db } from "#server/platform/db/client.ts";
import { updateRecord } from "#server/platform/db/record.ts";
import { repairSettings as table } from "#server/platform/db/schema-repairs.ts";
import type { Handlers } from "#server/platform/handler.ts";

export const settings = {
  "repairs.settings": ({ read }) => read((db) => settingsOf(db)),

  "repairs.setSettings": async ({ user: { organizationId }, body: { prices, ...body }, tenant }) => {
    const values = {
      ...body,
      ...(prices && { prices: prices.map((one) => ({ ...one, amount: String(one.amount) })) }),
    };
    await tenant(async (db) => {
      await db.insert(table).values({ id: organizationId }).onConflictDoNothing();
      await updateRecord(db, table, organizationId, values, () => settingsOf(db));
    });
  },
} satisfies Partial<Handlers>;

export async function settingsOf(db: Db) {
  const { prefix, slipText, prices, workshops, version } = (await db.select().from(table))[0] ?? {
    ...{ prefix: PREFIX, slipText: "", prices: [], workshops: [], version: 1 },
  };
  return { prefix, slipText, prices, workshops, version };
}
