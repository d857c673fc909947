import { DOLLARS, moneyOf } from "#lib/contract/money.ts";
import { phraseOf } from "./words.tsx";

const dollars = moneyOf(DOLLARS);

const field = (name: string) => (operation: string, value?: string | number | null) => {
  const phrase = phraseOf({ field: name, operation, value }, dollars);
  return phrase && `${phrase.link} ${phrase.text}`;
};

test("describes birthdays: today without a number, ahead with one", () => {
  const birthday = field("Contact.birthday");
  expect(birthday("EQUALS")).toBe("whose birthday is today");
  expect(birthday("EQUALS", "0")).toBe("whose birthday is today");
  expect(birthday("EQUALS", 1)).toBe("whose birthday is in 1 day");
  expect(birthday("EQUALS", "7")).toBe("whose birthday is in 7 days");
  expect(birthday("GREATER_THAN", null)).toBe("whose birthday is later this year");
  expect(birthday("GREATER_THAN", "7")).toBe("whose birthday is more than 7 days away");
  expect(birthday("LESS_THAN", "")).toBe("whose birthday was earlier this year");
  expect(field("Contact.anniversary")("LESS_THAN", "7")).toBe("whose anniversary is within the next 7 days");
});

test("describes the last contact in the past", () => {
  const contacted = field("Contact.lastContactedAt");
  expect(contacted("EQUALS")).toBe("whose last contact was today");
  expect(contacted("EQUALS", "3")).toBe("whose last contact was 3 days ago");
  expect(contacted("GREATER_THAN", "180")).toBe("whose last contact was more than 180 days ago or never");
  expect(contacted("LESS_THAN", "1")).toBe("whose last contact was within the last 1 day");
});

test("compares purchases and texts with a value", () => {
  const cost = field("Purchase.cost");
  expect(cost("GREATER_THAN", "500")).toBe("with a purchase over $500.00");
  expect(cost("EQUALS", 0)).toBe("with a purchase of $0.00");
  expect(cost("LESS_THAN", "much")).toBe("with a purchase under much");
  expect(field("Contact.name")("EQUALS", " Ann ")).toBe("whose name is “Ann”");
  expect(field("Contact.email")("LESS_THAN", "m")).toBe("whose email comes before “m” in the alphabet");
});

test("describes missing parts as nothing, and unknown values unchanged", () => {
  expect(phraseOf({}, dollars)).toBeNull();
  expect(phraseOf({ field: "Contact.birthday", operation: "" }, dollars)).toBeNull();
  expect(field("Purchase.cost")("EQUALS", "")).toBeNull();
  expect(field("Contact.name")("EQUALS", null)).toBeNull();
  expect(field("Contact.shoeSize")("EQUALS", 42)).toBe("whose Contact.shoeSize Equals 42");
  expect(field("Contact.birthday")("NEAR")).toBe("whose Birthday NEAR");
});
