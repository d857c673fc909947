import { textLength } from "./text-length.ts";

test.each([
  ["", "0 characters, 1 text"],
  ["a".repeat(160), "160 characters, 1 text"],
  ["a".repeat(161), "161 characters, 2 texts"],
  [`${"a".repeat(159)}€`, "160 characters, 2 texts"],
  ["a".repeat(307), "307 characters, 3 texts"],
  [`${"a".repeat(69)}’`, "70 characters, 1 text"],
  [`${"a".repeat(70)}’`, "71 characters, 2 texts"],
  ["Grüße, ñandú?", "13 characters, 1 text"],
])("counts %j", (message, words) => {
  expect(textLength(message)).toBe(words);
});
