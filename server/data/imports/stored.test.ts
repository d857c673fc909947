import { eq, inArray, type SQLWrapper, sql } from "drizzle-orm";
import { imports } from "#server/platform/db/schema-import.ts";
import { testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { nodesOf } from "#server/testing/plans.ts";
import { checkSome } from "./check-step.ts";
import { nextRows } from "./stored.ts";
import { createFileReader, createImporter } from "./work.ts";

const host = testHost();
const { ask, send, get, upload } = importsOf(host);

const GOOD = "First name,Email\nIda,ida@example.com\n";
const BAD = "First name,Email\n";

test("takes turns between stores, failed ones last", async () => {
  const [{ user: one }, { user: other }] = [await host.shop(), await host.shop()];
  const [first, second, third] = [await send(one, BAD), await send(one, GOOD), await send(one, GOOD)];
  const [theirs, also] = [await send(other, GOOD), await send(other, GOOD)];
  const all = [first, second, third, theirs, also].map(({ id }) => id);
  const reader = createFileReader(await host.host());
  const database = await host.database();
  const order: string[] = [];
  while (order.length < all.length) {
    await reader.run();
    const read = await database.system((db) =>
      db
        .select({ id: imports.id })
        .from(imports)
        .where(inArray(imports.state, ["checking", "failed"])),
    );
    order.push(...read.map(({ id }) => id).filter((id) => all.includes(id) && !order.includes(id)));
  }
  expect(order.map((id) => all.indexOf(id))).toEqual([0, 3, 1, 4, 2]);
});

test("checks other files while one waits to be read", async () => {
  const [{ user }, { user: other }] = [await host.shop(), await host.shop()];
  const checked = await upload(other, GOOD);
  const { reading } = await get(other, checked);
  const waiting = await send(user, GOOD);
  await ask("imports.read", other, { params: checked, body: { reading } });
  expect(await get(other, checked)).toMatchObject({ state: "checking" });
  await createImporter(await host.host())();
  expect(await get(user, waiting)).toMatchObject({ state: "reading" });
  expect(await get(other, checked)).toMatchObject({ state: "checked" });
});

test("reads a step's rows once without statistics", async () => {
  const { user, id: organizationId } = await host.shop();
  const people = Array.from({ length: 2_000 }, (_, i) => `Ida,p${i}@example.com`);
  const params = await send(user, ["First name,Email", ...people].join("\n"));
  const reader = createFileReader(await host.host());
  while ((await get(user, params)).state === "reading") await reader.run();
  const database = await host.database();
  const plan = await database.tenant(organizationId, async (db) => {
    await db.execute(sql`set local enable_hashjoin = off`);
    await db.execute(sql`set local enable_mergejoin = off`);
    const [found] = await db.select().from(imports).where(eq(imports.id, params.id));
    const query = found && (nextRows(db, found, 100) as unknown as SQLWrapper);
    const { rows } = await db.execute<{ "QUERY PLAN": [{ Plan: Parameters<typeof nodesOf>[0] }] }>(
      sql`explain (analyze, format json) ${query}`,
    );
    return rows[0]?.["QUERY PLAN"][0].Plan;
  });
  const nodes = (plan ? nodesOf(plan) : []) as Record<string, unknown>[];
  const read = nodes.map((node) => Number(node["Actual Rows"]) * Number(node["Actual Loops"]));
  expect(read.length).toBeGreaterThan(3);
  expect(Math.max(...read)).toBeLessThanOrEqual(102);
});

test("takes fewer rows per step if they are wide", async () => {
  const { user, id: organizationId } = await host.shop();
  const wide = `${"x".repeat(4_000)},`.repeat(50);
  const file = ["First name,Email", ...Array.from({ length: 12 }, (_, i) => `Ida,p${i}@example.com,${wide}`)];
  const params = await send(user, file.join("\n"));
  const one = await host.host();
  const reader = createFileReader(one);
  while ((await get(user, params)).state === "reading") await reader.run();
  const database = await host.database();
  const marks: number[] = [];
  for (let step = 0; step < 3; step++) {
    await database.tenant(organizationId, async (db) => {
      const [found] = await db.select().from(imports).where(eq(imports.id, params.id));
      if (found) await checkSome(db, found, one.secret, one.clock());
    });
    const [after] = await database.system((db) => db.select().from(imports).where(eq(imports.id, params.id)));
    marks.push(after?.mark ?? -1);
  }
  expect(marks).toEqual([6, 11, 13]);
});
