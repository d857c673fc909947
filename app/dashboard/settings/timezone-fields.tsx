import { useEffect, useMemo, useState } from "react";
import { useFormContext } from "react-hook-form";
import type { Option } from "#components/ui/combobox.tsx";
import { FieldToCome } from "#components/ui/field-parts.tsx";
import { part } from "#components/ui/part.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { type List, wholeList } from "#lib/list.ts";
import { stored } from "#lib/stored-code.ts";
import { matches } from "#lib/text.ts";

const Combobox = part(() => import("#components/ui/combobox.tsx"), "Combobox", { until: ZoneToCome });
export const TIMEZONE = "Organization timezone";

export const loadTimezoneSchema = stored(async () => (await import("#lib/contract/users.ts")).timezoneChoice);

export function TimezoneFields() {
  const { isLoading } = useRead("organization.timezone", {});
  return (
    <>
      <Combobox
        name="timezone"
        label={TIMEZONE}
        required
        placeholder={isLoading ? "Loading…" : "City or region"}
        useOptions={useZones}
      />
      <CustomZone />
    </>
  );
}

function ZoneToCome() {
  const zone: Option | null = useFormContext().getValues("timezone");
  return <FieldToCome label={TIMEZONE} value={zone?.name ?? ""} />;
}

function CustomZone() {
  const { setValue } = useFormContext();
  const { data } = useRead("organization.timezones", {}, { revalidateOnFocus: false });
  // The server doesn't know the browser's timezone.
  const [deviceZone, setDeviceZone] = useState<string | null>("");
  useEffect(() => setDeviceZone(data ? (customZone(data) ?? null) : ""), [data]);
  if (deviceZone === null) return null;
  return (
    <button
      type="button"
      onClick={() =>
        deviceZone &&
        setValue("timezone", zoneOption(deviceZone), { shouldDirty: true, shouldValidate: true })
      }
      className="link -mt-2 min-h-6 justify-self-start text-sm pointer-coarse:min-h-11"
    >
      Use this device’s timezone
    </button>
  );
}

function useZones(search: string): List<Option> {
  const zones = useRead("organization.timezones", {}, { revalidateOnFocus: false });
  const { data } = zones;
  const rows = useMemo(() => data && matching(data, search), [data, search]);
  return wholeList(rows, { ...zones, isValidating: zones.isValidating && !data });
}

/** "America/New York · 9:41 AM (GMT-5)". */
export function zoneOption(zone: string, now = new Date()): Option {
  let name: string | undefined;
  return {
    id: zone,
    get name() {
      name ??= `${zone.replaceAll("_", " ")} · ${clock(zone, now)}`;
      return name;
    },
  };
}

export function matching(zones: string[], search: string, now = new Date()): Option[] {
  const spaced = (text: string) => text.replaceAll("_", " ");
  return zones.filter((zone) => matches(spaced(zone), spaced(search))).map((zone) => zoneOption(zone, now));
}

/** Under the host's name: some browsers still say Asia/Calcutta for Asia/Kolkata. */
export function customZone(zones: string[]): string | undefined {
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
    return "time unknown";
  }
}
