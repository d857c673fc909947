/** The organization's day at a moment: "2026-11-21". */
export function dayOf(moment: Date, timezone: string): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: timezone }).format(moment);
}

/** `days` after a day, or before it if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
