import type { Option } from "#components/ui/combobox.tsx";
import { matches } from "#lib/text.ts";

/** "America/New York · 9:41 AM (GMT-5)": the zone with its time now. */
export function zoneOption(zone: string, now = new Date()): Option {
  return { id: zone, name: `${zone.replaceAll("_", " ")} · ${clock(zone, now)}` };
}

/** Zones whose name holds every word of the search; all of them for none. */
export function fitting(zones: string[], search: string, now = new Date()): Option[] {
  const spaced = (text: string) => text.replaceAll("_", " ");
  return zones.filter((zone) => matches(spaced(zone), spaced(search))).map((zone) => zoneOption(zone, now));
}

/** This device's zone as the host calls it: Asia/Kolkata is still Asia/Calcutta to some browsers. */
export function ownZone(zones: string[]): string | undefined {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zones.includes(own)) return own;
  return zones.find((zone) => canonical(zone) === own);
}

function canonical(timeZone: string): string | null {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

function clock(timeZone: string, now: Date): string {
  const options = { timeZone, hour: "numeric", minute: "2-digit", timeZoneName: "shortOffset" } as const;
  try {
    const parts = new Intl.DateTimeFormat("en-US", options).formatToParts(now);
    const part = (type: string) => parts.find((found) => found.type === type)?.value ?? "";
    return `${part("hour")}:${part("minute")} ${part("dayPeriod")} (${part("timeZoneName")})`;
  } catch {
    // A host may name a zone that this browser does not know.
    return "time unknown";
  }
}
