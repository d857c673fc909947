import { asName } from "#lib/contract/placeholders.ts";
import { formatter } from "#lib/time/zone.ts";

const DATE = { weekday: "long", month: "long", day: "numeric", year: "numeric" } as const;
const TIME = { hour: "numeric", minute: "2-digit", timeZoneName: "short" } as const;

/** "Tuesday, November 24, 2026 at 10:00 AM EST" */
export function momentIn(timezone: string, moment: Date): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatter(options, timezone).format(moment).replaceAll("\u202f", " ");
  return `${part(DATE)} at ${part(TIME)}`;
}

/** The visitor's time, and below it the store's where its clock shows another one. */
export function whenLines(moment: Date, visitor: string, store: string): string {
  const [theirs, ours] = [momentIn(visitor, moment), momentIn(store, moment)];
  return theirs === ours ? theirs : `${theirs}\n${ours} (at the store)`;
}

/** How a mail to a visitor begins. */
export function greeting(name: string): string {
  return asName(name) ? `Hello ${name},` : "Hello,";
}

/** What a booking is called in the store's calendar. */
export function eventTitle({ title, name }: { title: string; name: string }): string {
  return `${title} · ${name}`;
}
