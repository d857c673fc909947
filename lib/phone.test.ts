import { getCountries, getCountryCallingCode } from "libphonenumber-js/min";
import { allCountries, codeOfZone, e164, formatPhone, isWholePhone, readPhone } from "./phone.ts";

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
])("reads numbers without a country code in %s with %j", (zone, code) => expect(codeOfZone(zone)).toBe(code));

test.each([
  ["0151 23456789", "+49", "+49 1512 3456789"],
  ["030/901820", "+49", "+49 30 901820"],
  ["06 12 34 56 78", "+33", "+33 6 12 34 56 78"],
  ["612 345 678", "+34", "+34 612 34 56 78"],
  ["06 1234 5678", "+39", "+39 06 1234 5678"],
  ["8 912 345-67-89", "+7", "+7 912 345 67 89"],
  ["080-1234-5678", "+81", "+81 80 1234 5678"],
  ["(415) 555-0134", "+1", "+1 415 555 0134"],
  ["0049 30 901820", "+49", "+49 30 901820"],
  ["0049 30 901820", "", "+49 30 901820"],
  ["011 44 20 7183 8750", "+1", "+44 20 7183 8750"],
  ["4915123456789", "+49", "+49 1512 3456789"],
  ["14155550134", "+1", "+1 415 555 0134"],
  ["3471234567", "+39", "+39 347 123 4567"],
  ["+86 133 3333 3333", "+1", "+86 133 3333 3333"],
  ["030 1234567", "+1", "030 1234567"],
  ["0151 23456789", "", "0151 23456789"],
  ["4.91512E+12", "+49", "4.91512E+12"],
  ["112", "+49", "112"],
  ["n/a", "+49", "n/a"],
])("readPhone(%j, %s) = %j", (text, code, expected) => expect(readPhone(text, code)).toBe(expected));

test("offers every country's code", () => {
  const codes = allCountries().map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.slice(0, 4)).toEqual(["+1", "+44", "+91", "+61"]);
  for (const country of getCountries()) expect(codes).toContain(`+${getCountryCallingCode(country)}`);
});

test("knows the code of each zone of a country without Intl", () => {
  const missing = getCountries().flatMap((country) => {
    const { getTimeZones } = Intl.Locale.prototype as { getTimeZones?: () => string[] };
    const zones = getTimeZones?.call(new Intl.Locale(`und-${country}`)) ?? [];
    return zones.filter((zone) => codeOfZone(zone) === "");
  });
  expect(missing).toEqual([]);
});

test.each([
  ["(415) 555-0134", "+1", "+14155550134"],
  ["020 7183 8750", "+44", "+442071838750"],
  ["+49 30 1234567", "", "+49301234567"],
  ["+1 555", "+1", null],
  ["(415) 555-0134", "", null],
  ["4".repeat(40_000), "+1", null],
])("e164(%#) with %s", (text, code, expected) => {
  expect(e164(text, code)).toBe(expected);
});
