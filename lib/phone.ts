import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";

/** The country codes that a number without one may be given, as SPEC.md has them. */
export const countries: { code: string; country: CountryCode; label: string }[] = [
  { code: "+1", country: "US", label: "+1 (US/CA)" },
  { code: "+44", country: "GB", label: "+44 (UK)" },
  { code: "+91", country: "IN", label: "+91 (IN)" },
  { code: "+61", country: "AU", label: "+61 (AU)" },
];

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

/** The country code of numbers as they are dialled where a timezone is; "" where it is none of those known here. */
export function codeOfZone(timezone: string): string {
  if (timezone === "Europe/London") return "+44";
  if (/^Asia\/(Kolkata|Calcutta)$/.test(timezone)) return "+91";
  if (timezone.startsWith("Australia/")) return "+61";
  return /^(US|Canada)\/|^America\/(New_York|Detroit|Chicago|Denver|Phoenix|Los_Angeles|Anchorage|Boise|Juneau|Indiana|Kentucky|Toronto|Vancouver|Edmonton|Winnipeg|Halifax|Regina|St_Johns)|^Pacific\/Honolulu$/.test(
    timezone,
  )
    ? "+1"
    : "";
}

function possible(text: string, code: string) {
  const country = countries.find((entry) => entry.code === code)?.country;
  const number = text.length <= LONGEST ? parsePhoneNumberFromString(text, country) : undefined;
  return number?.isPossible() ? number : undefined;
}
