/**
 * Text as an iCalendar object can hold it. ical.js escapes \n and nothing else that ends lines: a raw CR in a visitor's
 * note would begin a property of their own.
 */
export function icsText(text: string): string {
  return text.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "");
}

/** The same for what has one line only: parameters and addresses. */
export function icsLine(text: string): string {
  return icsText(text).replace(/\s+/g, " ").trim();
}
