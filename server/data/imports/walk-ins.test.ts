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
const PEOPLE = ["Zoe Cash", "Cy Guest", "Guest Khan", "Anna Counter", "Misc Smith", "Zzed Khan"];

test.each([...PLACEHOLDERS, "Walk-in", ...PEOPLE])(
  "asks whether the contact %j is a walk-in customer",
  (name) => {
    const asked = PEOPLE.includes(name) ? [] : [["firstName", "walkIn"]];
    const [, first = name, last = ""] = /^(\S+) (.+)$/.exec(name) ?? [];
    for (const file of [
      `Name,Phone,Email\n${name},,\n`,
      `First Name,Last Name,Phone,Email\n${first},${last},,\n`,
    ]) {
      const kinds = (content: string) => understood(content).doubts.map(({ field, kind }) => [field, kind]);
      expect(kinds(file).filter(([, kind]) => kind === "walkIn")).toEqual(asked);
      for (const reach of [",+16175550134,\n", ",,zz@example.com\n"])
        expect(kinds(file.replace(/,,\n$/, reach))).toEqual([]);
    }
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
  const mailed = "Date,Customer,Email,Total\n2026-11-20,ZZ CASH SALE,zz@example.com,80.00\n";
  const other = await upload(user, mailed);
  await reread(user, other, { rules: [{ ...rule, how: "name" }] });
  expect((await get(user, other)).groups.map(({ field, kind }) => [field, kind])).toEqual([
    ["email", "nobody"],
  ]);
  expect(await start(user, params)).toMatchObject({ state: "done", added: 1 });
  expect(await ask("sales.list", user, { query: { page: 1, limit: 9 } })).toMatchObject([
    { contact: { id: null, name: "Walk-in" } },
  ]);
});
