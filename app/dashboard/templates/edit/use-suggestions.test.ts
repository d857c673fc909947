import { tokenBefore } from "./use-suggestions.ts";

test.each([
  ["Dear {{", { start: 5, typed: "{{" }],
  ["Dear {{fir", { start: 5, typed: "{{fir" }],
  ["{{ first na", { start: 0, typed: "{{ first na" }],
  ["{{a}} {{b", { start: 6, typed: "{{b" }],
  ["{{{b", { start: 1, typed: "{{b" }],
  ["{{firstName}}", null],
  ["{first", null],
  ["{{\nfirst", null],
  [`{{${"a".repeat(60)}`, null],
  ["", null],
])("finds the unfinished placeholder in %j: %j", (text, begun) => {
  expect(tokenBefore(text, text.length)).toEqual(begun);
});

test("ignores text after the caret", () => {
  expect(tokenBefore("{{fi}} rest", 4)).toEqual({ start: 0, typed: "{{fi" });
  expect(tokenBefore("{{fi}} rest", 9)).toBeNull();
});
