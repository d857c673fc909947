import { codeOfZone, formatPhone, isWholePhone } from "./phone.ts";

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

test.each([
  ["(415) 555-0190", "+1", true],
  ["415.555.0190", "+1", true],
  ["+44 20 7183 8750", "+1", true],
  ["030 1234 5678", "", true],
  ["555-0190", "+1", false],
  ["0190", "+1", false],
  ["Rosalind 4155550190", "+1", false],
  ["", "+1", false],
])("isWholePhone(%j, %s) = %s", (text, code, expected) => {
  expect(isWholePhone(text, code)).toBe(expected);
});

test.each([
  ["America/New_York", "+1"],
  ["America/Indiana/Knox", "+1"],
  ["America/Sao_Paulo", "+55"],
  ["Europe/London", "+44"],
  ["Asia/Kolkata", "+91"],
  ["Australia/Sydney", "+61"],
  ["Europe/Berlin", "+49"],
  ["Europe/Zurich", "+41"],
  ["Asia/Calcutta", "+91"],
  ["Pacific/Auckland", "+64"],
  ["UTC", ""],
])("numbers without a country's code in %s are of %j", (zone, code) => expect(codeOfZone(zone)).toBe(code));
