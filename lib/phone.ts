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
  const country = countries.find((entry) => entry.code === code)?.country;
  const number = text.length <= LONGEST ? parsePhoneNumberFromString(text, country) : undefined;
  return number?.isPossible() ? number.formatInternational() : text;
}
