"use client";
import { useCallback, useEffect, useState } from "react";
import { useFormContext } from "react-hook-form";
import type { Option } from "#components/ui/combobox.tsx";
import { FieldToCome } from "#components/ui/field-to-come.tsx";
import { part } from "#components/ui/part.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { type List, wholeList } from "#lib/list.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { fitting, ownZone, zoneOption } from "./zones.ts";

const Combobox = part(() => import("#components/ui/combobox.tsx").then((module) => module.Combobox), {
  until: ZoneToCome,
});
export const TIMEZONE = "Organization timezone";

export const loadTimezoneSchema = whenIdle(
  async () => (await import("#lib/contract/users.ts")).timezoneChoice,
);

/** Which clock the store follows: looked for, or this device's with one press. */
export function TimezoneFields() {
  return (
    <>
      <Combobox
        name="timezone"
        label={TIMEZONE}
        required
        placeholder="City or region"
        useOptions={useZones}
      />
      <OwnZone />
    </>
  );
}

function ZoneToCome() {
  const zone: Option | null = useFormContext().getValues("timezone");
  return <FieldToCome label={TIMEZONE} value={zone?.name ?? ""} />;
}

function OwnZone() {
  const { setValue } = useFormContext();
  const { data } = useRead("organization.timezones", {}, { revalidateOnFocus: false });
  // The browser's: the server, which draws this first, has another.
  const [own, setOwn] = useState<string>();
  useEffect(() => setOwn(data && ownZone(data)), [data]);
  if (!own) return null;
  return (
    <button
      type="button"
      onClick={() => setValue("timezone", zoneOption(own), { shouldDirty: true, shouldValidate: true })}
      className="link -mt-2 min-h-6 justify-self-start text-sm pointer-coarse:min-h-11"
    >
      Use this device’s timezone
    </button>
  );
}

function useZones(search: string): List<Option> {
  const { data, error, isValidating, mutate } = useRead(
    "organization.timezones",
    {},
    { revalidateOnFocus: false },
  );
  const retry = useCallback(() => void mutate(), [mutate]);
  return wholeList({ rows: data && fitting(data, search), error, busy: isValidating && !data, retry });
}
