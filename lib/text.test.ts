import fc from "fast-check";
import { capitalize, colorOf, initials, matches, startsWords, truncate } from "./text.ts";

test.each([
  ["short", 20, "short"],
  ["exactly twenty chars", 20, "exactly twenty chars"],
  ["one more than twenty!", 20, "one more than twenty…"],
  ["a cut before a space stays clean", 5, "a cut…"],
  ["👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", 2, "👩‍👩‍👧‍👦👩‍👩‍👧‍👦…"],
  ["éééé", 3, "ééé…"],
])("truncate(%j, %i)", (text, max, expected) => {
  expect(truncate(text, max)).toBe(expected);
});

test("cuts simple text like the segmenter", () => {
  const simple = fc.string({
    unit: fc.integer({ min: 0, max: 0x2ff }).map((code) => String.fromCharCode(code)),
    minLength: 4,
  });
  fc.assert(
    fc.property(simple, (text) => {
      const [first, second] = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
      expect(truncate(text, 1)).toBe(`${first?.trimEnd()}…`);
      expect(truncate(text, 2)).toBe(`${(first + (second ?? "")).trimEnd()}…`);
    }),
  );
});

test("takes the initials of the first and last name", () => {
  expect(initials("Amara Okafor")).toBe("AO");
  expect(initials("élodie de la Fontaine")).toBe("ÉF");
  expect(initials("Cher")).toBe("C");
  expect(initials("")).toBe("");
});

test.each([
  ["Crème brûlée", "creme", true],
  ["Creme", "CRÈME", true],
  ["Valentine’s rings", "valentines", true],
  ["Gold ring", "ring gold", true],
  ["Gold ring", "gold watch", false],
  ["Gold ring", "  ", true],
  ["", "gold", false],
])("matches(%j, %j) is %j", (text, search, expected) => expect(matches(text, search)).toBe(expected));

test.each([
  ["Switch light dark theme", "an", false],
  ["Switch light dark theme", "da li", true],
  ["Wi-Fi, e-mail", "mail", true],
  ["Crème", " creme", true],
  ["Contacts", "tacts", false],
])("startsWords(%j, %j) is %j", (text, search, expected) => expect(startsWords(text, search)).toBe(expected));

test("gives each id one of six stable colors", () => {
  expect(colorOf("abc")).toBe(colorOf("abc"));
  for (const id of ["1", "2", "abc", "019"]) expect([1, 2, 3, 4, 5, 6]).toContain(colorOf(id));
});

test("capitals", () => {
  expect(capitalize("amara")).toBe("Amara");
});
