import { readAnswer } from "./answer.ts";

const person = {
  firstName: "Amara",
  lastName: "Okafor",
  email: "a@example.com",
  phoneNumber: "+1 415 555 0134",
};

test("converts ids to strings", () => {
  expect(readAnswer("contacts.get", { ...person, id: 7 }).id).toBe("7");
  expect(readAnswer("contacts.get", { ...person, id: "7" }).id).toBe("7");
});

test("tolerates null, missing and unknown fields", () => {
  expect(readAnswer("contacts.get", { id: 1, firstName: null, email: 12, labels: ["vip"] })).toEqual({
    id: "1",
    firstName: "",
    lastName: "",
    email: "12",
    phoneNumber: "",
    birthday: null,
    anniversary: null,
    recentSale: null,
  });
});

test.each([
  [null, null],
  [undefined, null],
  [1240.5, { cost: 1240.5, createdAt: null }],
  ["1240.50", { cost: 1240.5, createdAt: null }],
  ["2026-11-20T15:00:00Z", { cost: null, createdAt: "2026-11-20T15:00:00Z" }],
  [
    { cost: "99", createdAt: "2026-11-20T15:00:00Z" },
    { cost: 99, createdAt: "2026-11-20T15:00:00Z" },
  ],
  [{}, null],
  ["soon", null],
])("reads a recent sale of %j as %j", (recentSale, expected) => {
  expect(readAnswer("contacts.get", { ...person, id: 1, recentSale }).recentSale).toEqual(expected);
});

test("drops an unreadable item and keeps the list", () => {
  const answer = [{ ...person, id: 1 }, null, "?", { firstName: "no id" }, { ...person, id: 2 }];
  expect(readAnswer("contacts.list", answer).map(({ id }) => id)).toEqual(["1", "2"]);
});

test("unwraps an answer in {data}", () => {
  expect(readAnswer("contacts.list", { data: [{ ...person, id: 1 }], total: 1 })).toHaveLength(1);
  expect(readAnswer("contacts.get", { data: { ...person, id: 1 } }).id).toBe("1");
});

test("throws if the answer can't be read", () => {
  for (const answer of [null, "<html>", 3, { message: "no" }]) {
    expect(() => readAnswer("contacts.list", answer)).toThrow();
  }
});

test.each([
  [{ id: 5 }, { id: "5" }],
  [{ data: { id: "5" } }, { id: "5" }],
  [{}, null],
  ["", null],
])("reads the id of a new template answered as %j as %j", (answer, expected) => {
  expect(readAnswer("templates.create", answer)).toEqual(expected);
});

test("reads placeholder names in any notation", () => {
  const answer = ["firstName", "{{ lastName }}", { id: 3, name: "email" }, { id: 4 }];
  expect(readAnswer("templates.placeholders", answer)).toEqual(["firstName", "lastName", "email"]);
});

test("ignores answers that nobody uses", () => {
  expect(readAnswer("contacts.update", { anything: 1 })).toBeUndefined();
});

test("keeps the name of a deleted contact on a sale", () => {
  const [sale] = readAnswer("sales.list", [
    {
      id: 1,
      cost: "10.10",
      contact: { id: null, name: "Amara Okafor" },
      productCategory: { id: 3, name: "Rings" },
    },
  ]);
  expect(sale).toMatchObject({
    cost: 10.1,
    contact: { id: null, name: "Amara Okafor" },
    productCategory: { id: "3", name: "Rings" },
  });
});

test("reads roles and timezones in either form", () => {
  expect(
    readAnswer("team.list", [
      { id: 1, role: { name: "admin" } },
      { id: 2, role: "USER" },
    ]).map((m) => m.role),
  ).toEqual(["ADMIN", "USER"]);
  expect(readAnswer("organization.timezone", "Asia/Tokyo")).toBe("Asia/Tokyo");
  expect(readAnswer("organization.timezone", { timezone: "Asia/Tokyo" })).toBe("Asia/Tokyo");
});
