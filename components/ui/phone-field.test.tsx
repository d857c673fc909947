import { formatPhone } from "./phone-field.tsx";

test.each([
  ["4155550134", "+1", "+1 415 555 0134"],
  ["020 7183 8750", "+44", "+44 20 7183 8750"],
  ["+442071838750", "+1", "+44 20 7183 8750"],
  ["98123 45678", "+91", "+91 98123 45678"],
  ["12345", "+1", "12345"],
  ["", "+1", ""],
  ["+1 ", "+1", "+1 "],
])("formatPhone(%j, %s) = %j", (text, code, expected) => {
  expect(formatPhone(text, code)).toBe(expected);
});
