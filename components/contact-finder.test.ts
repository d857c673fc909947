import { splitCaller } from "./contact-finder.tsx";

test.each([
  ["Zoe Ray 207 555 0188", "Zoe Ray", "207 555 0188"],
  ["Zoe Ray, (207) 555-0188", "Zoe Ray", "(207) 555-0188"],
  ["+44 131 496 0133 Zoe", "Zoe", "+44 131 496 0133"],
  ["2075550188", "", "2075550188"],
  ["207", "", "207"],
  ["Zoe Ray", "Zoe Ray", ""],
  ["Zoe 3rd", "Zoe 3rd", ""],
  ["Zoe 12 Ray 2075550188", "Zoe 12 Ray 2075550188", ""],
])("splits the typed caller %s", (typed, name, text) => {
  expect(splitCaller(typed)).toEqual({ name, text });
});
