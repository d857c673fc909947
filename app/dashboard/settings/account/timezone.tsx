"use client";
import { useCallback, useMemo } from "react";
import { useFormContext } from "react-hook-form";
import { useMe } from "#components/shell/use-me.ts";
import { Combobox, type Option } from "#components/ui/combobox.tsx";
import { FormCard } from "#components/ui/form-card.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { timezoneChoice } from "#lib/contract/users.ts";
import { type List, wholeList } from "#lib/list.ts";
import { fitting, zoneOption } from "./zones.ts";

/** The store's days, reports, automations and opening hours are counted in it. */
export function Timezone() {
  const { data: me } = useMe();
  const current = useRead("organization.timezone", {});
  const { act } = useAct("organization.setTimezone");
  const zone = current.data ?? "";
  // Once per zone: its time of day moves on, and a form that got new values would drop what is being typed.
  const values = useMemo(() => ({ timezone: zone ? zoneOption(zone) : null }), [zone]);
  // A host that says no role is asked, and answers itself.
  const may = me?.role !== "USER";

  const description = <p>Days, reports, automations and opening hours follow this clock.</p>;
  if (!may) {
    return (
      <section
        aria-label="Organization timezone"
        className="grid gap-x-8 gap-y-2 rounded-lg border bg-card p-5 shadow-1 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] phone:-mx-4 phone:rounded-none phone:border-x-0 phone:p-4"
      >
        <header>
          <h2>Organization timezone</h2>
          <div className="mt-1 text-muted-foreground text-sm">{description}</div>
        </header>
        {/* The minute may have passed since the server wrote it. */}
        <p suppressHydrationWarning>
          {zone ? zoneOption(zone).name : "—"}
          <span className="block text-muted-foreground text-sm">The owner or an admin can change it.</span>
        </p>
      </section>
    );
  }
  return (
    <FormCard
      title="Organization timezone"
      description={description}
      schema={timezoneChoice}
      values={values}
      submitLabel="Save timezone"
      onSubmit={async ({ timezone }) =>
        refusal("organization.setTimezone", await act({ body: { timezone: timezone.id } }))
      }
    >
      <Combobox
        name="timezone"
        label="Organization timezone"
        required
        placeholder="City or region"
        useOptions={useZones}
      />
      <OwnZone />
    </FormCard>
  );
}

function OwnZone() {
  const { setValue } = useFormContext();
  const { data } = useRead("organization.timezones", {}, { revalidateOnFocus: false });
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!data?.includes(own)) return null;
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
