import { splitName } from "#lib/import/cells.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";

const host = testHost();
const { upload, rows, get } = importsOf(host);

test("shows a spreadsheet's date numbers as dates", async () => {
  const { user } = await host.shop();
  const file = [
    "Date;Time;Item;Total",
    "45292;0,625;Rings;12,00",
    "45292,625;;Rings;12,00",
    "45293;0.75;Rings;12,00",
  ];
  const params = await upload(user, file.join("\n"));
  expect((await rows(user, params)).map(({ values, doubts }) => [values.date, doubts])).toEqual([
    ["Jan 1, 2024, 3:00 PM", []],
    ["Jan 1, 2024, 3:00 PM", []],
    ["Jan 2, 2024, 6:00 PM", []],
  ]);
  expect((await get(user, params)).dates.examples).toMatchObject([
    { text: "45292", reads: "Jan 1, 2024" },
    { text: "45292,625", reads: "Jan 1, 2024" },
    { text: "45293", reads: "Jan 2, 2024" },
  ]);
});

test("shows a file whose first dates don't exist", async () => {
  const { user } = await host.shop();
  const params = await upload(user, "Name,Email,Birthday\nAnn,a@x.com,0000-00-00\nBo,b@x.com,1980-05-12\n");
  expect((await get(user, params)).dates.examples).toContainEqual({ text: "0000-00-00", reads: "" });
});

test.each([
  { dayFirst: true, notation: "de-DE", birthday: "Apr 3, 1980", cost: "1234" },
  { dayFirst: false, notation: "en-US", birthday: "Mar 4, 1980", cost: "1.234" },
])("asks about unclear dates and proposes the store's order: $dayFirst", async (given) => {
  const { dayFirst, notation, birthday } = given;
  const { user, id } = await host.shop();
  const database = await host.database();
  await database.tenant(id, (db) => db.update(organizations).set({ dayFirst, notation }));
  const unclear = await upload(user, "Name,Birthday\nAmara Okafor,03/04/1980\n");
  expect((await get(user, unclear)).dates.isAsked).toBe(true);
  expect((await rows(user, unclear))[0]?.values.birthday).toBe(birthday);
  const dotted = await upload(user, "Name,Birthday\nAmara Okafor,03.04.1980\n");
  expect((await get(user, dotted)).dates.isAsked).toBe(!dayFirst);
  const sold = await get(user, await upload(user, 'Date,Item,Total\n2026-04-03,Ring,"1.234"\n'));
  expect(sold.numbers).toMatchObject({ isAsked: true, examples: [{ reads: given.cost }] });
  const exported = await upload(user, "Name,Birthday,Anniversary\nAmara Okafor,1980-03-04,'--12-05\n");
  expect((await get(user, exported)).dates.isAsked).toBe(false);
  const values = { birthday: "Mar 4, 1980", anniversary: "Dec 5" };
  expect(await rows(user, exported)).toMatchObject([{ values, doubts: [] }]);
});

test("reads month and weekday names in four other languages", async () => {
  const { user } = await host.shop();
  const dates = [
    "3. März 1980",
    "1er févr. 1980",
    "lunes, 12 de mayo de 1980",
    "martedì 4 gen 1980",
    "5-Dez-80",
    "Mo, 25.03.1980",
  ];
  const file = ["Name;Geburtstag", ...dates.map((date, i) => `Ann ${"abcdef"[i]};"${date}"`)].join("\n");
  const read = await rows(user, await upload(user, file));
  expect(read.map(({ values, doubts }) => doubts[0]?.reason ?? values.birthday)).toEqual([
    "Mar 3, 1980",
    "Feb 1, 1980",
    "May 12, 1980",
    "Jan 4, 1980",
    "Dec 5, 1980",
    "Mar 25, 1980",
  ]);
});

test.each([
  ["Müller, Familie", "Familie Müller", ""],
  ["Miller, Dr.", "Dr. Miller", ""],
  ["Miller, Dr. Anna", "Dr. Anna", "Miller"],
  ["Dr. med. Anna Müller", "Dr. med. Anna", "Müller"],
  ["Prof. Dr. rer. nat. Weiß", "Prof. Dr. rer. nat. Weiß", ""],
  ["Nat Smith", "Nat", "Smith"],
  ["Dr.", "Dr.", ""],
  ["Dra. Ana López", "Dra. Ana", "López"],
  ["Dott.ssa Maria Rossi", "Dott.ssa Maria", "Rossi"],
  ["Mag. Eva Huber", "Mag. Eva", "Huber"],
  ["Ehepaar Müller", "Ehepaar Müller", ""],
  ["Firma Weber GmbH", "Firma Weber GmbH", ""],
  ["Anna Miller, PhD", "Anna", "Miller PhD"],
  ["John Smith, Sr.", "John", "Smith Sr."],
  ["Lee, Ann, Dr.", "Dr. Ann", "Lee"],
  ["Lee, Ann, PhD", "Ann", "Lee PhD"],
  ["Lee, Ann, Boston", "Ann", "Lee, Boston"],
  ["The Anh Nguyen", "The Anh", "Nguyen"],
  [", Anna", "Anna", ""],
  ["Miller, , Anna", "Anna", "Miller"],
  ["Bank of America, N.A.", "Bank of America, N.A.", ""],
])("doesn't take a title for a first name: %s", (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});
