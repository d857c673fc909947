import { asc } from "drizzle-orm";
import { contacts, notes } from "#server/platform/db/schema.ts";
import { testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { person, recordsOf } from "#server/testing/records.ts";
import { workbook } from "#server/testing/workbook.ts";

const host = testHost();
const make = recordsOf(host);
const { ask, upload, get, start, reread, rows } = importsOf(host);

async function peopleOf(organizationId: string) {
  const database = await host.database();
  return database.read(organizationId, (db) =>
    db.select().from(contacts).orderBy(asc(contacts.createdAt), asc(contacts.id)),
  );
}

const PEOPLE = [
  ["First name", "Last name", "Notes"],
  ["Ada", "Finch", "Likes pearls"],
  ["Ben", "Ohm", "Tall"],
];
const csv = (lines: string[][], separator = ",") => lines.map((cells) => cells.join(separator)).join("\n");

test.each([
  ["in another encoding and with other separators", Buffer.from(csv(PEOPLE, ";"), "utf16le")],
  ["as a workbook", workbook(PEOPLE)],
  ["with its rows in another order", csv([PEOPLE[0], PEOPLE[2], PEOPLE[1]] as string[][])],
])("recognizes a file that was imported before %s", async (_, again) => {
  const { user, id } = await host.shop();
  await start(user, await upload(user, csv(PEOPLE), "people.csv"));
  expect(await get(user, await upload(user, again))).toMatchObject({
    sameFile: { name: "people.csv" },
    counts: { new: 0, same: 2, doubt: 0 },
  });
  expect(await peopleOf(id)).toHaveLength(2);
});

test("doesn't recognize a file with other rows", async () => {
  const { user } = await host.shop();
  await start(user, await upload(user, csv(PEOPLE)));
  const params = await upload(user, csv([...PEOPLE, ["Cleo", "Day", ""]]));
  expect(await get(user, params)).toMatchObject({ sameFile: null, counts: { new: 1, same: 2 } });
});

const TWICE = "First name,Notes\nMaria,Blonde\nMaria,Dark\n";
const TWIN = { field: "firstName", kind: "twin", how: "new" } as const;

test("matches namesakes to their own rows on reimport", async () => {
  const { user, id } = await host.shop();
  const first = await upload(user, TWICE);
  await reread(user, first, { rules: [TWIN] });
  await start(user, first);
  const again = await upload(user, TWICE);
  expect((await get(user, again)).counts).toMatchObject({ new: 0, update: 0, same: 2, doubt: 0 });
  expect((await reread(user, again, { rules: [TWIN] })).counts).toMatchObject({ new: 0, same: 2 });
  const database = await host.database();
  const written = await database.read(id, (db) => db.select().from(notes));
  expect(written.map(({ content }) => content).sort()).toEqual(["Blonde", "Dark"]);
});

test("adds a second person with an existing name", async () => {
  const { user, id } = await host.shop();
  await start(user, await upload(user, "First name\nMaria\n"));
  const other = await upload(user, TWICE);
  expect((await get(user, other)).counts).toMatchObject({ update: 1, doubt: 1 });
  await reread(user, other, { rules: [TWIN] });
  expect(await start(user, other)).toMatchObject({ added: 1, updated: 1 });
  expect(await peopleOf(id)).toHaveLength(2);
});

test("keeps a corrected row's position among rows of the same name", async () => {
  const { user, id } = await host.shop();
  const params = await upload(user, "First name,Birthday\nMaria,\nMaria,tomorrow?\nAnn,\n");
  await reread(user, params, { rules: [TWIN] });
  const body = {
    cells: [
      { row: 3, field: "birthday", text: "" },
      { row: 4, field: "firstName", text: "Maria" },
    ],
  };
  await ask("imports.mend", user, { params, body });
  expect((await rows(user, params)).map(({ state }) => state)).toEqual(["new", "new", "new"]);
  await start(user, params);
  expect((await peopleOf(id)).map(({ firstName }) => firstName)).toEqual(["Maria", "Maria", "Maria"]);
});

const SHARED = { field: "firstName", kind: "shared" } as const;

test("asks whether a row with only a name is known", async () => {
  const { user, id } = await host.shop();
  const file = "First name,Last name,Notes\nAda,Finch,Likes pearls\n";
  await start(user, await upload(user, file));
  const [ada] = await peopleOf(id);
  const params = { id: ada?.id ?? "" };
  const body = { ...person, firstName: "Ada", lastName: "Finch", email: "ada@example.com", phoneNumber: "" };
  await ask("contacts.update", user, { params, body });
  const again = await upload(user, file);
  expect(await get(user, again)).toMatchObject({ counts: { new: 0, doubt: 1 }, groups: [SHARED] });
  const [row] = await rows(user, again);
  expect(row?.doubts).toMatchObject([{ ...SHARED, reason: "Here with ada@example.com" }]);
  const same = await reread(user, again, { rules: [{ ...SHARED, how: "known" }] });
  expect(same.counts).toMatchObject({ new: 0, same: 1, doubt: 0 });
  await reread(user, again, { rules: [{ ...SHARED, how: "new" }] });
  expect(await start(user, again)).toMatchObject({ added: 1 });
  expect(await peopleOf(id)).toHaveLength(2);
});

test("adds a row whose name several contacts share", async () => {
  const { user, id } = await host.shop();
  for (const email of ["one@example.com", "two@example.com"])
    await make.contact(user, { ...person, firstName: "Ada", lastName: "Finch", email, phoneNumber: "" });
  const params = await upload(user, "First name,Last name\nAda,Finch\n");
  const SEVERAL = { field: "firstName", kind: "several" } as const;
  expect(await get(user, params)).toMatchObject({ counts: { doubt: 1 }, groups: [SEVERAL] });
  await reread(user, params, { rules: [{ ...SEVERAL, how: "name" }] });
  expect(await start(user, params)).toMatchObject({ added: 1 });
  expect(await peopleOf(id)).toHaveLength(3);
});
