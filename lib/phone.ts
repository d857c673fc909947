import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { callingCodeOf } from "./zone-codes.ts";

type CallingCode = { code: string; label: string };

/** From SPEC.md. */
export const countries: CallingCode[] = [
  { code: "+1", label: "+1 (US/CA)" },
  { code: "+44", label: "+44 (UK)" },
  { code: "+91", label: "+91 (IN)" },
  { code: "+61", label: "+61 (AU)" },
];

/** SPEC.md's codes, then all others. */
export function allCountries(): CallingCode[] {
  const codes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))].sort(
    (a, b) => Number(a) - Number(b),
  );
  return countriesWith(...codes.map((code) => `+${code}`));
}

/** SPEC.md's codes, then the missing ones of these. */
export function countriesWith(...codes: (string | null | undefined)[]): CallingCode[] {
  const others = [...new Set(codes)].filter(
    (code): code is string => Boolean(code) && !countries.some((known) => known.code === code),
  );
  return [...countries, ...others.map((code) => ({ code, label: labelOf(code) }))];
}

function labelOf(code: string): string {
  const named = getCountries().filter((country) => `+${getCountryCallingCode(country)}` === code);
  return named.length > 0 ? `${code} (${named.slice(0, 2).join("/")})` : code;
}

const MAX_LENGTH = 40;

/** "020 7183 8750" with +44 → "+44 20 7183 8750". Invalid numbers stay as typed. */
export function formatPhone(text: string, code: string): string {
  return possible(text, code)?.formatInternational() ?? text;
}

/** International format. Invalid numbers stay as typed, since they may belong to another country. */
export function readPhone(text: string, code: string): string {
  const number = text.trim();
  const [, afterZeros] = /^\+?00([1-9].*)$/.exec(number) ?? [];
  const abroad = afterZeros ? `+${afterZeros}` : number.startsWith("+") ? number : null;
  if (abroad) return possible(abroad, "")?.formatInternational() ?? text;
  const country = countryOf(code);
  if (!country || number.length > MAX_LENGTH) return text;
  const local = parsePhoneNumberFromString(number, country);
  // Spreadsheets drop the plus. If the country's numbers start with 0, one that starts with its code is
  // complete.
  const digits = /^[\d\s()./-]{9,}$/.test(number) ? number.replace(/\D/g, "") : "";
  const whole = digits.startsWith(code.slice(1)) ? possible(`+${digits}`, "") : undefined;
  const isWhole = whole?.isValid() && (!local?.isValid() || local.formatNational().startsWith("0"));
  const found = isWhole ? whole : local;
  return found?.isValid() ? found.formatInternational() : text;
}

/** Several countries may share a code. */
function countryOf(code: string): CountryCode | undefined {
  if (code === "+1") return "US";
  return getCountries().find((country) => `+${getCountryCallingCode(country)}` === code);
}

/** "" if missing. */
export function codeIn(number: string): string {
  const code = number.startsWith("+") ? parsePhoneNumberFromString(number)?.countryCallingCode : undefined;
  return code ? `+${code}` : "";
}

const LEAST_DIGITS = 10;

export function isWholePhone(text: string, code: string): boolean {
  if (!/^[\d\s+()./-]+$/.test(text)) return false;
  return possible(text, code) !== undefined || text.replace(/\D/g, "").length >= LEAST_DIGITS;
}

/** "" if unknown. */
export function codeOfZone(timezone: string): string {
  return callingCodeOf(timezone) ?? callingCodeOf(canonical(timezone)) ?? "";
}

function canonical(timezone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    return timezone;
  }
}

function possible(text: string, code: string) {
  const defaultCallingCode = code.replace(/^\+/, "");
  const number =
    text.length <= MAX_LENGTH
      ? parsePhoneNumberFromString(text, defaultCallingCode ? { defaultCallingCode } : undefined)
      : undefined;
  return number?.isPossible() ? number : undefined;
}
