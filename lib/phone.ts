import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

type CallingCode = { code: string; label: string };

/** The country codes that a number without one may be given, as SPEC.md has them. */
export const countries: CallingCode[] = [
  { code: "+1", label: "+1 (US/CA)" },
  { code: "+44", label: "+44 (UK)" },
  { code: "+91", label: "+91 (IN)" },
  { code: "+61", label: "+61 (AU)" },
];

/** SPEC's codes, with each of these that is not among them. */
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

const LONGEST = 40;

/** "020 7183 8750" with +44 → "+44 20 7183 8750". What is no possible number stays as it was typed. */
export function formatPhone(text: string, code: string): string {
  return possible(text, code)?.formatInternational() ?? text;
}

const LEAST_DIGITS = 10;

/** Whether it is a number that somebody can be called at, and not its beginning or its end. */
export function isWholePhone(text: string, code: string): boolean {
  if (!/^[\d\s+()./-]+$/.test(text)) return false;
  return possible(text, code) !== undefined || text.replace(/\D/g, "").length >= LEAST_DIGITS;
}

/** The country code of numbers as they are dialled where a timezone is; "" where that is not known. */
export function codeOfZone(timezone: string): string {
  codes ??= codesByZone();
  return codes.get(canonical(timezone)) ?? "";
}

let codes: Map<string, string> | undefined;

/** From the time zones of each country that the browser or Node knows. Older browsers know none. */
function codesByZone(): Map<string, string> {
  const found = new Map<string, string>();
  for (const country of getCountries()) {
    const code = `+${getCountryCallingCode(country)}`;
    for (const zone of zonesOf(country)) if (!found.has(zone)) found.set(zone, code);
  }
  return found;
}

type Zoned = Intl.Locale & { getTimeZones?: () => string[]; timeZones?: string[] };

function zonesOf(country: CountryCode): string[] {
  try {
    const locale: Zoned = new Intl.Locale(`und-${country}`);
    return locale.getTimeZones?.() ?? locale.timeZones ?? [];
  } catch {
    return [];
  }
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
    text.length <= LONGEST
      ? parsePhoneNumberFromString(text, defaultCallingCode ? { defaultCallingCode } : undefined)
      : undefined;
  return number?.isPossible() ? number : undefined;
}
