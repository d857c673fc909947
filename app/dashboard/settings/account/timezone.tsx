"use client";
import { useMemo } from "react";
import { useMay, useWhomToAsk } from "#components/shell/use-me.ts";
import { FormCard } from "#components/ui/form-card.tsx";
import { SettingsCard } from "#components/ui/settings-card.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { loadTimezoneSchema, TIMEZONE, TimezoneFields } from "./timezone-fields.tsx";
import { zoneOption } from "./zones.ts";

const FOLLOWS = <p>Days, reports, automations and opening hours follow this clock.</p>;

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
      <SettingsCard title={TIMEZONE} description={FOLLOWS}>
        <p className="font-medium">{values.timezone?.name}</p>
        <p className="text-muted-foreground">{`Only the owner and admins change it. ${ask}`}</p>
      </SettingsCard>
    );
  }
  return (
    <FormCard
      title={TIMEZONE}
      description={FOLLOWS}
      schema={loadTimezoneSchema}
      values={values}
      submitLabel="Save timezone"
      onSubmit={async ({ timezone }) =>
        refusal("organization.setTimezone", await act({ body: { timezone: timezone.id } }))
      }
    >
      <TimezoneFields />
    </FormCard>
  );
}
