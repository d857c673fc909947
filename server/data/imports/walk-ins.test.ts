import { testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { understood } from "#server/testing/understood.ts";

const host = testHost();
const { ask, get, reread, start, upload } = importsOf(host);

test.each(["walk-in", "Walk in customer", "Guest", "Laufkundschaft"])(
  "reads a sale to %j as one without a contact",
  (name) => {
    const { rows, doubts } = understood(`Date,Customer,Product,Total\n2025-04-01,${name},Ring,500.00\n`);
    expect([rows[0]?.values.firstName, rows[0]?.values.lastName, doubts]).toEqual(["", "", []]);
  },
);

const PLACEHOLDERS = ["ZZ CASH SALE", "Cash Customer", "Counter sale", "Misc. Customer", "Barverkauf"];
const PEOPLE = ["Zoe Cash", "Cy Guest", "Anna Counter", "Misc Smith", "Zzed Khan"];

test.each([...PLACEHOLDERS, "Walk-in", ...PEOPLE])(
  "asks whether the contact %j is a walk-in customer",
  (name) => {
    const asked = PEOPLE.includes(name) ? [] : [["firstName", "walkIn"]];
    const [, first = name, last = ""] = /^(\S+) (.+)$/.exec(name) ?? [];
    for (const file of [
      `Name,Phone\n${name},+16175550134\n`,
      `First Name,Last Name,Phone\n${first},${last},+16175550134\n`,
    ])
      expect(understood(file).doubts.map(({ field, kind }) => [field, kind])).toEqual(asked);
  },
);

test("asks whether a sale to ZZ CASH SALE is a walk-in sale", async () => {
  const { user } = await host.shop();
  const params = await upload(user, "Date,Customer,Total\n2026-11-20,ZZ CASH SALE,80.00\n");
  const rule = { field: "firstName", kind: "walkIn" } as const;
  const groups = async () => (await get(user, params)).groups.map(({ field, kind }) => [field, kind]);
  expect(await groups()).toEqual([["firstName", "walkIn"]]);
  await reread(user, params, { rules: [{ ...rule, how: "kept" }] });
  expect(await groups()).toEqual([["name", "nobody"]]);
  await reread(user, params, { rules: [{ ...rule, how: "name" }] });
  expect(await groups()).toEqual([]);
  expect(await start(user, params)).toMatchObject({ state: "done", added: 1 });
  expect(await ask("sales.list", user, { query: { page: 1, limit: 9 } })).toMatchObject([
    { contact: { id: null, name: "Walk-in" } },
  ]);
});
