import type { Reason } from "#lib/contract/bookings.ts";
import { asName } from "#lib/contract/placeholders.ts";
import { formatter } from "#lib/time/zone.ts";
import type { AppointmentType } from "./store.ts";

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

/** "24 hours", "2 days", "45 minutes". */
export function lengthOf(minutes: number): string {
  const [size, unit] =
    minutes % 1440 === 0 && minutes > 1440
      ? [minutes / 1440, "day"]
      : minutes % 60 === 0
        ? [minutes / 60, "hour"]
        : [minutes, "minute"];
  return `${size} ${unit}${size === 1 ? "" : "s"}`;
}

/** Where it is, for its visitor; "" where a store says no more than that it is there. */
export function placeText({ place, placeText: said }: Pick<AppointmentType, "place" | "placeText">): string {
  if (place === "VIDEO") return said ? `Video call: ${said}` : "Video call";
  if (place === "PHONE") return said ? `By phone: ${said}` : "By phone";
  return said;
}

type Against = {
  name: string;
  type: { notice: number; daysInAdvance: number; mostPerDay: number | null } | null;
};

/** What speaks against a time, for staff. */
export function againstWords(reason: Reason, { name, type }: Against): string {
  const words: Record<Reason, string> = {
    HOURS: `This is outside ${name}’s hours.`,
    OVERLAP: `${name} has something else then.`,
    NOTICE: `This is less than ${lengthOf(type?.notice ?? 0)} ahead.`,
    AHEAD: `This is more than ${type?.daysInAdvance ?? 0} days ahead.`,
    LIMIT: `${name} has ${type?.mostPerDay ?? 0} of these that day already.`,
    PERSON: `${name} does not give this kind of appointment.`,
    UNREAD: `${name}’s calendar cannot be read right now: nobody knows whether this time is free.`,
  };
  return words[reason];
}

/** What a booking is called in the store's calendar. */
export function eventTitle({ title, name }: { title: string; name: string }): string {
  return `${title} · ${name}`;
}
