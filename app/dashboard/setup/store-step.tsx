import { CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useId, useMemo, useState } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { useSavedForm } from "#components/ui/form-card.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { stored } from "#lib/stored-code.ts";
import {
  CountryField,
  DatesField,
  MoneyFields,
  storeBody,
  useDevicePlace,
  useStoreValues,
  useStoreWords,
  WeekField,
} from "../settings/store-fields.tsx";
import { customZone, TimezoneFields, zoneOption } from "../settings/timezone-fields.tsx";
import { StepFrame, type StepProps } from "./steps.tsx";

const loadSchema = stored(async () => (await import("#lib/contract/users.ts")).newStoreChoice);

const STORE = { title: "Your store", hint: "Customers see the name, address and phone number." };

export function StoreStep(step: StepProps) {
  const read = useRead("organization.brand", {});
  if (read.data) return <StoreForm {...step} brand={read.data} />;
  return (
    <StepFrame {...step} {...STORE}>
      <Pending read={read} />
    </StepFrame>
  );
}

type Reach = { address: string; phone: string };

function StoreForm({ brand, ...step }: StepProps & { brand: Reach }) {
  const setTimezone = useAct("organization.setTimezone").act;
  const update = useAct("organization.update").act;
  const setBrand = useAct("organization.setBrand").act;
  const isNew = !step.isDone;
  const { form, fields, saving, refused } = useSavedForm({
    schema: loadSchema,
    values: useValues(isNew, brand),
    onSubmit: async ({ timezone, address, phone, ...store }) => {
      for (const save of [
        () => update({ body: storeBody(store) }),
        () => setBrand({ body: { address, phone } }),
        () => setTimezone({ body: { timezone: timezone.id } }),
      ]) {
        const { ok, refused } = await save();
        if (!ok) return refused;
      }
      await step.onLeave(true);
      return null;
    },
    children: (
      <>
        <div className="grid gap-4 md:grid-cols-2">
          <TextField name="name" label="Store name" required autoComplete="organization" />
          <CountryField required />
          <TextField name="address" label="Address" autoComplete="street-address" />
          <TextField name="phone" label="Phone" type="tel" autoComplete="tel" />
        </div>
        <ReadBack title={isNew ? "From this device. Is this right?" : "Time, money and dates"} />
      </>
    ),
  });
  return (
    <StepFrame
      {...step}
      {...STORE}
      form={form}
      submit={isNew ? "Looks right, continue" : "Save and continue"}
      saving={saving}
      failure={refused}
    >
      {fields}
    </StepFrame>
  );
}

/** A new store has UTC. */
function useValues(isNew: boolean, { address, phone }: Reach) {
  const { data: zone = "" } = useRead("organization.timezone", {});
  const { data: zones } = useRead("organization.timezones", {}, { revalidateOnFocus: false });
  const store = useStoreValues();
  const place = useDevicePlace();
  const isHydrated = useHydrated();
  return useMemo(() => {
    const isOpen = isNew && zone === "UTC";
    const device = isOpen ? (zones && isHydrated && customZone(zones)) || "" : zone;
    const timezone = isOpen && device === "UTC" ? "" : device;
    const proposed = { ...store, ...(isNew && place) };
    return {
      ...proposed,
      ...{ country: store.country ?? proposed.country, address, phone },
      timezone: timezone ? zoneOption(timezone) : null,
    };
  }, [store, zone, zones, place, address, phone, isHydrated, isNew]);
}

function ReadBack({ title }: { title: string }) {
  const { zone, money, dates, week } = useStoreWords();
  const isHydrated = useHydrated();
  return (
    <section aria-label={title} className="rounded-xl border">
      <h3 className="flex items-center gap-2 px-3.5 py-2.5 font-semibold">
        <CircleCheck size={16} strokeWidth={1.75} aria-hidden="true" />
        {title}
      </h3>
      <Line
        label="Time zone"
        value={zone}
        missing={isHydrated ? "We couldn’t tell your time zone. Choose it." : ""}
        of={["timezone"]}
      >
        <TimezoneFields />
      </Line>
      <Line label="Currency" value={money} missing="Choose a currency." of={["currency", "notation"]}>
        <MoneyFields />
      </Line>
      <Line label="Dates" value={dates} of={["dates"]}>
        <DatesField />
      </Line>
      <Line label="Week starts" value={week} of={["weekStart"]}>
        <WeekField />
      </Line>
    </section>
  );
}

type LineProps = {
  label: string;
  value: string | null | undefined;
  missing?: string;
  of: string[];
  children: ReactNode;
};

function Line({ label, value, missing, of, children }: LineProps) {
  const [isOpened, setOpened] = useState(false);
  const { errors } = useFormContext().formState;
  const isWrong = of.some((name) => errors[name]);
  const isOpen = isOpened || isWrong;
  const fields = useId();
  useEffect(() => {
    if (!isWrong || isOpened) return;
    setOpened(true);
    document.getElementById(fields)?.querySelector<HTMLElement>("input, button")?.focus();
  }, [isWrong, isOpened, fields]);
  return (
    <div className="border-t px-3.5">
      <div className="flex min-h-10 items-center gap-2 pointer-coarse:min-h-12">
        <span className="w-30 shrink-0 text-muted-foreground text-sm phone:w-20">{label}</span>
        {/* Another country changes it. The time is another one in the browser. */}
        <span
          aria-live="polite"
          suppressHydrationWarning
          className="wrap-anywhere min-w-0 flex-1 tabular-nums"
        >
          {value || missing}
        </span>
        <Button
          variant="ghost"
          aria-label={`Change ${label.toLowerCase()}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? fields : undefined}
          onClick={() => setOpened(!isOpen)}
          className="-mr-2.5 px-2.5 text-primary-soft-foreground"
        >
          Change
        </Button>
      </div>
      {isOpen && (
        <div id={fields} className="grid max-w-100 gap-4 pt-1 pb-3.5">
          {children}
        </div>
      )}
    </div>
  );
}
