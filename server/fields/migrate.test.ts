import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { newId } from "#server/db/id.ts";
import { emptyAsOf, migrateToLatest } from "#server/testing/database.ts";
import { testHost } from "#server/testing/host.ts";

const host = testHost();

/** How many migrations there were before the one of this name. */
function before(name: string): number {
  const journal = new URL("../db/migrations/meta/_journal.json", import.meta.url);
  const { entries } = JSON.parse(readFileSync(journal, "utf8")) as { entries: { tag: string }[] };
  return entries.findIndex(({ tag }) => tag.endsWith(`_${name}`));
}

test("fields of the version before get placeholders of their own, none of them another's", async () => {
  const database = await host.database();
  const organization = newId();
  const names = ["Ring, left hand", "Email", "Ring left-hand", "…", "wish LIST", "x".repeat(60)];
  const found = await database.system(async (db) => {
    await emptyAsOf(db, before("field_placeholders"));
    await db.execute(
      sql`insert into organizations (id, name, timezone) values (${organization}, 'Old', 'UTC')`,
    );
    for (const [position, name] of names.entries())
      await db.execute(sql`insert into own_fields (organization_id, id, name, group_name, kind, position)
        values (${organization}, ${newId()}, ${name}, 'Sizes', 'text', ${position})`);
    await migrateToLatest(db);
    const { rows } = await db.execute<{ placeholder: string }>(
      sql`select placeholder from own_fields order by position`,
    );
    return rows.map(({ placeholder }) => placeholder);
  });
  expect(found).toEqual(["ringLeftHand", "email_2", "ringLeftHand_2", "field", "wishList", "x".repeat(36)]);
});
