import { guessDayFirst } from "#lib/import/cells.ts";
import { type Reading, readRow, valuesOf } from "./rows.ts";

const reading: Reading = {
  columns: { firstName: 0, lastName: 1, email: 2, phoneNumber: 3, birthday: 4, anniversary: 5 },
  countryCode: "+1",
  dayFirst: false,
  today: { year: 2026, month: 11, day: 21 },
};
const cells = (birthday = "", phone = "(415) 555-0132") => [
  "Zoë",
  "Frost",
  "zoe@example.com",
  phone,
  birthday,
];
const noon = (day: string) => `${day}T12:00:00.000Z`;

test("a row becomes what its form would send", () => {
  expect(
    readRow(["  Zoë ", "O’Brien", " zoe@example.com", "415.555.0132", "03/14/1968", ""], reading),
  ).toEqual({
    form: {
      firstName: "Zoë",
      lastName: "O’Brien",
      email: "zoe@example.com",
      phoneNumber: "+1 415 555 0132",
      birthday: noon("1968-03-14"),
      anniversary: null,
    },
    doubts: {},
  });
});

test.each([
  ["03/14/1968", "1968-03-14"],
  ["3/14/68", "1968-03-14"],
  ["11/20/26", "2026-11-20"],
  ["11/20/30", "1930-11-20"],
  ["1968-03-14", "1968-03-14"],
  ["1968-03-14T00:00:00.000Z", "1968-03-14"],
  ["1968-03-14T12:00:00.000Z", "1968-03-14"],
  ["3/14/1968 0:00", "1968-03-14"],
  ["Mar 14, 1968", "1968-03-14"],
  ["14 March 1968", "1968-03-14"],
  ["2/29/2024", "2024-02-29"],
])("the date %s is %s", (text, day) => {
  expect(readRow(cells(text), reading).form?.birthday).toBe(noon(day));
});

test.each([
  ["14/03/1968", "1968-03-14"],
  ["4.3.1968", "1968-03-04"],
  ["04-03-68", "1968-03-04"],
  ["1968-03-14", "1968-03-14"],
  ["14 March 1968", "1968-03-14"],
])("with the day first, the date %s is %s", (text, day) => {
  expect(readRow(cells(text), { ...reading, dayFirst: true }).form?.birthday).toBe(noon(day));
});

test.each(["3/14", "Mar 14", "today", "fri", "14/03/1968", "2/30/2024", "24911", "--03-14", "soon"])(
  "%s is no date to import, and costs nobody the person",
  (text) => {
    const { form, doubts } = readRow(cells(text), reading);
    expect(form).toMatchObject({ firstName: "Zoë", email: "zoe@example.com", birthday: null });
    expect(doubts).toEqual({ birthday: { text, reason: "This is no date" } });
  },
);

test("everything that is wrong is told, by the sentences of the form; what is missing is not wrong", () => {
  const { form, doubts } = readRow(["R2D2", "", "zoe@", "555", "soon"], reading);
  expect(form).toBeNull();
  expect(doubts).toEqual({
    firstName: { text: "R2D2", reason: "Please enter a valid name" },
    email: { text: "zoe@", reason: "Invalid email format" },
    phoneNumber: { text: "555", reason: "Phone number must be at least 10 digits" },
    birthday: { text: "soon", reason: "This is no date" },
  });
  const empty = { lastName: "", email: "", phoneNumber: "", birthday: null, anniversary: null };
  expect(readRow(["Cher", "", "", "", ""], reading)).toEqual({
    form: { ...empty, firstName: "Cher" },
    doubts: {},
  });
});

test.each([
  ["Anna Maria van Dijk", "Anna", "Maria van Dijk"],
  ["Okafor, Amara", "Amara", "Okafor"],
  ["Cher", "Cher", ""],
  ["Anna & Ben Miller", "Anna and Ben", "Miller"],
  ["Anna und Ben Müller", "Anna und Ben", "Müller"],
  ["Anna Miller & Ben Smith", "Anna and Ben", "Miller and Smith"],
  ["Mr and Mrs Smith", "Mr and Mrs", "Smith"],
  ["Mr. & Mrs. John Smith", "Mr. and Mrs. John", "Smith"],
  ["Miller, Anna + Ben", "Anna and Ben", "Miller"],
  ["José Ortega y Gasset", "José", "Ortega y Gasset"],
  ['William "Bill" Smith', "William", "Bill Smith"],
  ["Anna &", "Anna", "and"],
])("one column with both names: %s", (name, firstName, lastName) => {
  const columns = { ...reading.columns, lastName: null };
  expect(valuesOf([name], { ...reading, columns })).toMatchObject({ firstName, lastName });
});

test("couples in two columns, and quotation marks, are read as names", () => {
  const row = ["Anna & Ben", "„Miller“", "zoe@example.com", "4155550132"];
  expect(readRow(row, reading)).toMatchObject({
    form: { firstName: "Anna and Ben", lastName: "Miller" },
    doubts: {},
  });
});

test("a number that an export kept from being a formula is a number again", () => {
  expect(readRow(cells("", "'+44 20 7946 0018"), reading).form?.phoneNumber).toBe("+44 20 7946 0018");
  expect(readRow(cells("", "020 7946 0018"), { ...reading, countryCode: "+44" }).form?.phoneNumber).toBe(
    "+44 20 7946 0018",
  );
});

test.each([
  [["03/04/1968", "14/03/1968"], true],
  [["03/04/1968", "03/14/1968"], false],
  [["03/04/1968"], false],
  [["03.04.1968"], true],
  [["1968-03-14", ""], false],
  [["14/03/1968 00:00"], true],
])("whether %j begin with the day: %s", (dates, dayFirst) => {
  expect(guessDayFirst(dates)).toBe(dayFirst);
});
