import { sql } from "drizzle-orm";
import fc from "fast-check";
import { testHost } from "#server/testing/host.ts";

const host = testHost();

async function folded(texts: string[]): Promise<string[]> {
  const { system } = await host.database();
  const { rows } = await system((db) =>
    db.execute<{ folded: string }>(
      sql`select latin_fold(written) as folded from unnest(${sql.param(texts)}::text[]) with ordinality as one (written, at)
        order by at`,
    ),
  );
  return rows.map((row) => row.folded);
}

test.each([
  ["Amara O'Kafor", "amara okafor"],
  ["a ' b`c", "a bc"],
  ["tab\tand\n line", "tab and line"],
  ["Crème  brûlée", "creme brulee"],
  ["Łukasz Ærø–Straße", "lukasz aero-strasse"],
])("folds %j to %j", async (written, expected) => {
  expect(await folded([written])).toEqual([expected]);
});

test("folds plain text like text with accents", async () => {
  const plain = fc.string({ unit: fc.constantFrom(..."aZ '`-.\t\n\r\f\v9@") });
  const texts = fc.sample(plain, 500);
  const [alone, among] = [await folded(texts), await folded(texts.map((text) => `${text}é`))];
  expect(alone.map((text) => `${text}e`)).toEqual(among);
});
