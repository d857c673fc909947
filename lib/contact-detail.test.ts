import { contactDetail, phonePart, samePhone, textPart } from "./contact-detail.ts";

test("distinguishes two contacts of one name", () => {
  const recentSale = { cost: 5, createdAt: "2020-11-20T23:00:00.000Z" };
  const known = { email: "amara@example.com", phoneNumber: "+1 (415) 555-0134", recentSale };
  expect(contactDetail(known, "UTC")).toBe("amara@example.com · …0134 · last sale Nov 20, 2020");
  expect(contactDetail({ phoneNumber: "12" })).toBe("…12");
  expect(contactDetail({})).toBe("");
});

test.each([
  ["+1 415 555 0132", "(415) 555-0132", true],
  ["+44 20 7946 0018", "020 7946 0018", true],
  ["0044 20 7946 0018", "+44 20 7946 0018", true],
  ["+1 415 555 0132", "415 555 0133", false],
  ["555 0132", "+1 415 555 0132", false],
  ["", "", false],
])("%s and %s are the same number: %s", (one, other, same) => {
  expect(samePhone(one, other)).toBe(same);
  expect(samePhone(other, one)).toBe(same);
});

test.each([
  ["+1 (415) 555-0134", "0134", "0134"],
  ["+1 (415) 555-0134", "415-555", "415) 555"],
  ["+44 20 7946 0018", "020 7946", "20 7946"],
  ["020 7946 0018", "+44 20 7946", "20 7946"],
  ["+1 415 555 0134", "999", null],
  ["+1 415 555 0134", "55", null],
  ["+1 415 555 0134", "amara", null],
])("in %s, the search %s matches %s", (phone, search, part) => {
  const found = phonePart(phone, search);
  expect(found && phone.slice(...found)).toBe(part);
});

test("prefers the last of repeated digits", () => {
  expect(phonePart("0176 555 0176", "0176")).toEqual([9, 13]);
});

test.each([
  ["Ring for Crème", "creme", "Crème".normalize("NFC")],
  ["Likes Sapphire", "sapph blue", "Sapph"],
  ["O’Brien", "brien", null],
  ["Likes rubies", "emerald", null],
])("in %s, the search %s matches %s", (text, search, part) => {
  const found = textPart(text, search);
  expect(found && text.slice(...found)).toBe(part);
});
