import { asName, placeholderNames, placeholderValues } from "./placeholders.ts";

const contact = {
  firstName: "Amara",
  lastName: "Okafor",
  email: "amara@example.com",
  phoneNumber: "+1 415 555 0134",
  birthday: { year: 1968, month: 2, day: 29 },
  anniversary: null,
};
const lastPurchase = { item: "Rings", day: { year: 2026, month: 11, day: 20 } };

test("fills every placeholder, and the birthday without its year", () => {
  const values = placeholderValues({ contact, lastPurchase, storeName: "Marlow & Finch" });
  expect(values).toEqual({
    firstName: "Amara",
    lastName: "Okafor",
    name: "Amara Okafor",
    email: "amara@example.com",
    phoneNumber: "+1 415 555 0134",
    birthday: "February 29",
    anniversary: "",
    lastPurchase: "Rings",
    lastPurchaseDate: "November 20, 2026",
    storeName: "Marlow & Finch",
  });
  expect(Object.keys(values).sort()).toEqual([...placeholderNames].sort());
});

test("leaves missing values empty, without extra spaces", () => {
  const values = placeholderValues({
    contact: { ...contact, lastName: "" },
    lastPurchase: null,
    storeName: "",
  });
  expect(values).toMatchObject({ name: "Amara", lastPurchase: "", lastPurchaseDate: "", storeName: "" });
});

test.each(["Zoë", "O’Brien-Smith", "Mary J.", "J.R. Tolkien", "St. John", "张伟", "Đặng"])(
  "accepts the name %s",
  (name) => {
    expect(asName(name)).toBe(name);
  },
);

test.each([
  "https://evil.test/win",
  "evil.test",
  "www.evil.co win",
  "call 0800 1234",
  "a@b",
  "<b>",
  "Win!",
  "A\nB",
  "",
  "you have won ".repeat(6),
])("doesn't repeat %j, because it isn't a name", (text) => {
  const values = placeholderValues({
    contact: { ...contact, firstName: text, phoneNumber: "https://evil.test" },
    lastPurchase: null,
    storeName: "",
  });
  expect(values).toMatchObject({ firstName: "", name: "Okafor", phoneNumber: "" });
});
