"use client";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useFormContext } from "react-hook-form";
import { useMay, useWhomToAsk } from "#components/shell/use-me.ts";
import type { Option } from "#components/ui/combobox.tsx";
import { FieldToCome } from "#components/ui/field-to-come.tsx";
import { FormCard } from "#components/ui/form-card.tsx";
import { part } from "#components/ui/part.tsx";
import { SettingsCard } from "#components/ui/settings-card.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { type List, wholeList } from "#lib/list.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { fitting, ownZone, zoneOption } from "./zones.ts";

const Combobox = part(() => import("#components/ui/combobox.tsx").then((module) => module.Combobox), {
  until: ZoneToCome,
});
const LABEL = "Organization timezone";
const FOLLOWS = <p>Days, reports, automations and opening hours follow this clock.</p>;

const loadSchema = whenIdle(async () => (await import("#lib/contract/users.ts")).timezoneChoice);

/** The store's days, reports, automations and opening hours are counted in it. */
export function Timezone() {
  const current = useRead("organization.timezone", {});
  const { act } = useAct("organization.setTimezone");
  const zone = current.data ?? "";
  const mine = useMay()("organization.setTimezone");
  const ask = useWhomToAsk(!mine);
  // Once per zone: its time of day moves on, and a form that got new values would drop what is being typed.
  const values = useMemo(() => ({ timezone: zone ? zoneOption(zone) : null }), [zone]);
  if (!mine) {
    return (
      <SettingsCard title={LABEL} description={FOLLOWS}>
        <p className="font-medium">{values.timezone?.name}</p>
        <p className="text-muted-foreground">{`Only the owner and admins change it. ${ask}`}</p>
      </SettingsCard>
    );
  }
  return (
    <FormCard
      title={LABEL}
      description={FOLLOWS}
      schema={loadSchema}
      values={values}
      submitLabel="Save timezone"
      onSubmit={async ({ timezone }) =>
        refusal("organization.setTimezone", await act({ body: { timezone: timezone.id } }))
      }
    >
      <Combobox name="timezone" label={LABEL} required placeholder="City or region" useOptions={useZones} />
      <OwnZone />
    </FormCard>
  );
}

function ZoneToCome() {
  const zone: Option | null = useFormContext().getValues("timezone");
  return <FieldToCome label={LABEL} value={zone?.name ?? ""} />;
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
