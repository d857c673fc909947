import type { Body } from "#lib/contract/contract.ts";
import { columnNames } from "#lib/own-columns.ts";
import { fieldsOf } from "#server/records/fields/fields.ts";
import { fieldOf } from "#server/testing/fields.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { person } from "#server/testing/records.ts";
import { unzip } from "#server/testing/workbook.ts";

const host = testHost();
const { upload, get, rows, reread, start, work, ask } = importsOf(host);

const OPTIONS = [
  { id: "g", text: "Gold" },
  { id: "y", text: "Gold, yellow" },
  { id: "p", text: "Platinum" },
];
const FORMS = [
  fieldOf("Ring", { kind: "number" }),
  fieldOf("Budget", { kind: "money" }),
  fieldOf("Patch test", { kind: "date" }),
  fieldOf("Metal", { kind: "choice", options: OPTIONS }),
  fieldOf("Likes", { kind: "choices", options: OPTIONS }),
  fieldOf("Quiet", { kind: "yesNo" }),
  fieldOf("Wish list", { isRequired: true }),
  fieldOf("Birthday"),
  fieldOf("Ring", { group: "Right hand" }),
];

async function store() {
  const { owner } = await host.shop();
  const { ids } = (await host.call("fields.create", owner, { body: { fields: FORMS } })).body as {
    ids: string[];
  };
  const database = await host.database();
  const fields = await database.read(owner.organizationId, (db) => fieldsOf(db));
  const names = columnNames(fields);
  const idOf = (name: string) => [...names].find(([, one]) => one === name)?.[0] ?? "";
  return { owner, ids, names: [...names.values()], idOf };
}

async function contact(person: Person, search: string) {
  const found = (await host.call("contacts.list", person, { query: { search } })).body as { id: string }[];
  const { body } = await host.call("contacts.get", person, { params: { id: found[0]?.id ?? "" } });
  return body as { fields: Record<string, unknown>; firstName: string };
}

test("imports typed values of own fields and undoes them", async () => {
  const { owner, names, idOf } = await store();
  expect(names).toEqual([
    "Sizes and taste: Ring",
    "Budget",
    "Patch test",
    "Metal",
    "Likes",
    "Quiet",
    "Wish list",
    "Sizes and taste: Birthday",
    "Right hand: Ring",
  ]);
  const header = `First Name,Email,Birthday,SIZES and taste – ring,${names.slice(1).join(",")}`;
  const file = `${header}
Ada,ada@example.com,03/14/1968,54,"$1,240.50",14.03.2026,gold,"gold, yellow; PLATINUM",ja,'=1+1,May,56
Bo,bo@example.com,,,,,,;,,,,
`;
  const params = await upload(owner, file);
  const { reading } = await get(owner, params);
  expect(reading?.columns).toEqual([
    "firstName",
    "email",
    "birthday",
    ...names.map((name) => `own:${idOf(name)}`),
  ]);
  expect(
    await reread(owner, params, { dates: "dayFirst", columns: reading?.columns.with(2, null) }),
  ).toMatchObject({
    counts: { new: 2, doubt: 0 },
  });
  expect((await rows(owner, params))[0]?.values).toMatchObject({
    [`own:${idOf("Likes")}`]: "Gold, yellow; Platinum",
  });
  expect(await start(owner, params)).toMatchObject({ added: 2 });
  const own = {
    [idOf("Sizes and taste: Ring")]: "54",
    [idOf("Budget")]: "1240.5",
    [idOf("Patch test")]: "2026-03-14",
    [idOf("Metal")]: "g",
    [idOf("Likes")]: ["y", "p"],
    [idOf("Quiet")]: true,
    [idOf("Wish list")]: "=1+1",
    [idOf("Sizes and taste: Birthday")]: "May",
    [idOf("Right hand: Ring")]: "56",
  };
  expect((await contact(owner, "ada")).fields).toEqual(own);
  expect((await contact(owner, "bo")).fields).toEqual({});

  const again =
    "First Name,Email,Budget,Quiet,Metal\nAda,ada@example.com,99,no,\nBo,bo@example.com,7,no,Platinum\n";
  for (const [known, budget] of [
    ["fill", "1240.5"],
    ["update", "99"],
  ] as const) {
    const next = await upload(owner, again);
    await reread(owner, next, { known });
    expect(await start(owner, next)).toMatchObject({ added: 0, updated: 1 });
    expect((await contact(owner, "ada")).fields).toMatchObject({
      [idOf("Budget")]: budget,
      [idOf("Metal")]: "g",
    });
    expect((await contact(owner, "bo")).fields).toMatchObject({
      [idOf("Budget")]: "7",
      [idOf("Quiet")]: false,
    });
    if (known !== "update") continue;
    await ask("imports.revert", owner, { params: next });
    await work();
    expect((await contact(owner, "ada")).fields).toEqual(own);
  }
});

test("explains values that don't fit a field", async () => {
  const { owner, idOf } = await store();
  const params = await upload(
    owner,
    `First Name,Email,Right hand: Ring,Sizes and taste: Ring,Budget,Patch test,Metal,Likes,Quiet,Wish list
Ada,ada@example.com,,54 cm,1.005,soon,Plat,Gold; Tin,maybe,${"x".repeat(1001)}
`,
  );
  const [row] = await rows(owner, params, "doubt");
  expect(row?.doubts.map(({ reason, suggestion }) => [reason, suggestion?.slice(0, 20)])).toEqual([
    ["No number", "54"],
    ["More than 2 decimals", "1.00"],
    ["Not a date with a year", undefined],
    ["“Plat” isn't one of the choices", "Platinum"],
    ["“Tin” isn't one of the choices", undefined],
    ["Neither yes nor no", undefined],
    ["Longer than 1,000 characters", "x".repeat(20)],
  ]);
  const { reading, groups } = await get(owner, params);
  const rules = (groups ?? []).map(({ field, kind, suggested }) => ({
    ...{ field, kind },
    how: suggested > 0 ? "suggestion" : "empty",
  })) as Body<"imports.read">["reading"]["rules"];
  expect(rules).toHaveLength(7);
  await reread(owner, params, { ...reading, rules });
  const mended = await ask("imports.mend", owner, {
    params,
    body: { cells: [{ row: 2, field: `own:${idOf("Quiet")}`, text: "nein" }] },
  });
  expect(mended.rows).toMatchObject([{ state: "new", mended: [`own:${idOf("Quiet")}`] }]);
  await start(owner, params);
  expect((await contact(owner, "ada")).fields).toMatchObject({
    [idOf("Sizes and taste: Ring")]: "54",
    [idOf("Budget")]: "1",
    [idOf("Metal")]: "p",
    [idOf("Quiet")]: false,
  });
});

test("refuses an unknown field and drops a deleted one", async () => {
  const { owner, ids, idOf } = await store();
  const other = await store();
  const params = await upload(owner, "First Name,Email,Metal,Quiet\nAda,ada@example.com,Gold,yes\n");
  const { reading } = await get(owner, params);
  const columns = reading?.columns.with(2, `own:${other.ids[0]}`);
  const theirs = { params, body: { reading: { ...reading, columns } } };
  expect((await host.call("imports.read", owner, theirs)).status).toBe(400);
  await ask("fields.delete", owner, { params: { id: idOf("Metal") } });
  expect(await start(owner, params)).toMatchObject({ added: 1 });
  expect((await contact(owner, "ada")).fields).toEqual({ [idOf("Quiet")]: true });
  const again = await upload(owner, "First Name,Email,Metal,Quiet\nBo,bo@example.com,Gold,yes\n");
  expect((await get(owner, again)).reading?.columns).toEqual(["firstName", "email", null, `own:${ids[5]}`]);
});

test.each([
  ["csv", "csv"],
  ["excel", "xlsx"],
])("exports as %s and imports fields and values into another store", async (folder, ending) => {
  const [from, to] = [await store(), await store()];
  const values = [
    ["54.125", "1240.50", "2026-03-04", "y", ["g", "y"], false, '=1+1, "so"; 💍\n-2', "May", "-0.5"],
    ["0", "0", "1899-12-31", "p", ["p"], true, "@x", "+44", "7"],
    [null, "-12", null, null, null, null, "\t=cmd", null, null],
  ];
  for (const [i, some] of values.entries()) {
    const fields = Object.fromEntries(from.ids.map((id, n) => [id, some[n]]));
    const body = { ...person, firstName: `P${"abc"[i]}`, email: `p${i}@example.com`, fields };
    expect((await host.call("contacts.create", from.owner, { body })).status).toBe(200);
  }
  const { body } = await host.call("data.export", from.owner);
  const content = unzip(body as Buffer).get(`${folder}/contacts.${ending}`) ?? Buffer.alloc(0);
  if (ending === "csv") expect(content.toString()).toContain("\"'=1+1");
  const params = await upload(to.owner, content, `contacts.${ending}`);
  const { counts, reading } = await get(to.owner, params);
  expect(counts).toMatchObject({ new: 3, doubt: 0 });
  expect(reading?.columns.filter((one) => one?.startsWith("own:"))).toEqual(to.ids.map((id) => `own:${id}`));
  await start(to.owner, params);
  for (const one of ["Pa", "Pb", "Pc"]) {
    const [was, now] = [await contact(from.owner, one), await contact(to.owner, one)];
    expect(to.ids.map((id) => now.fields[id])).toEqual(from.ids.map((id) => was.fields[id]));
  }
});

test("exports tags and own fields in every list", async () => {
  const { owner, ids } = await store();
  const fields = { [ids[6] ?? ""]: "Pearls" };
  const { body } = await host.call("contacts.create", owner, { body: { ...person, fields } });
  await host.call("contacts.addTag", owner, {
    params: { id: (body as { id: string }).id },
    body: { name: "VIP" },
  });
  const rows = [{ fields, tags: [{ name: "VIP" }], consent: { state: "unknown" } }];
  const query = { with: "all" };
  expect(await ask("contacts.list", owner, { query })).toMatchObject(rows);
  expect(await ask("contacts.segment", owner, { query: { ...query, where: "[]" } })).toMatchObject(rows);
});
