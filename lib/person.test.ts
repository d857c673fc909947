import { addressesOf, contactName, linksOf } from "./person.ts";

const amara = {
  firstName: "Amara",
  lastName: "",
  email: "amara@example.com",
  phoneNumber: "+1 (415) 555-0134",
};

test("links a person's number and email", () => {
  expect(linksOf(amara)).toEqual({
    phone: { href: "tel:+14155550134", text: "+1 (415) 555-0134" },
    email: { href: "mailto:amara@example.com", text: "amara@example.com" },
  });
  expect(addressesOf(amara).map(({ text }) => text)).toEqual([amara.email, amara.phoneNumber]);
  expect(addressesOf({ email: "", phoneNumber: null })).toEqual([]);
});

test("calls a nameless contact by email, else number", () => {
  expect(contactName(amara)).toBe("Amara");
  const nameless = { ...amara, firstName: "" };
  expect(contactName(nameless)).toBe("amara@example.com");
  expect(contactName({ ...nameless, email: "" })).toBe("+1 (415) 555-0134");
  expect(contactName({ name: "" })).toBe("No name");
});
