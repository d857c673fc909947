"use client";
import { type ChangeEvent, useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { ManagersOnly } from "#app/dashboard/settings/managers-only.tsx";
import { MarketingEmails } from "#app/dashboard/settings/rights.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay } from "#components/shell/use-me.ts";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormCard } from "#components/ui/form-card.tsx";
import { NumberField } from "#components/ui/number-field.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { stored } from "#lib/stored-code.ts";

export function MarketingScreen() {
  return (
    <>
      <ScreenTitle>Marketing emails</ScreenTitle>
      <h1>Marketing emails</h1>
      <ManagersOnly needs="organization.setConsent">
        <MarketingEmails />
        <MailLimits />
      </ManagersOnly>
    </>
  );
}

const loadSchema = stored(async () => (await import("#lib/contract/mail-limits.ts")).mailLimitsForm);

function MailLimits() {
  const may = useMay()("organization.setMailLimits");
  const { data } = useRead("organization.mailLimits", may ? {} : null);
  const { act } = useAct("organization.setMailLimits");
  const values = useMemo(() => ({ ...data }), [data]);
  if (!may || !data) return null;
  return (
    <FormCard
      title="Limits and quiet hours"
      description={
        <>
          <p>Emails of automations and campaigns count together.</p>
          <p>If a person has reached the limit, the email is skipped. The history shows why.</p>
          <p>Appointment emails and emails that you write yourself always go out.</p>
        </>
      }
      schema={loadSchema}
      values={values}
      submitLabel="Save limits"
      onSubmit={async (body) => (await act({ body })).refused}
    >
      <Fields />
    </FormCard>
  );
}

function Fields() {
  const isCapped = useWatch({ name: "isCapped" });
  const isQuiet = useWatch({ name: "isQuiet" });
  return (
    <>
      <CheckField
        name="isCapped"
        label="Limit how many emails one person gets"
        details={["mails", "days", "exceptGreetings"]}
      />
      {isCapped && (
        <div className="grid grid-cols-2 gap-x-4 gap-y-3 pl-6">
          <NumberField name="mails" label="Emails per person" required min={1} max={50} />
          <NumberField name="days" label="Within days" required min={1} max={90} />
          <div className="col-span-full">
            <CheckField
              name="exceptGreetings"
              label="Birthday and anniversary emails don’t count and are always sent"
            />
          </div>
        </div>
      )}
      <CheckField name="isQuiet" label="Send nothing during quiet hours" details={["quietFrom", "quietTo"]} />
      {isQuiet && (
        <div className="grid grid-cols-2 gap-4 pl-6">
          <TextField name="quietFrom" label="From" type="time" required />
          <TextField name="quietTo" label="Until" type="time" required />
          <p className="col-span-full text-muted-foreground text-sm">
            In the store’s timezone. Emails wait until the quiet hours end. A birthday or anniversary email is
            skipped if its day is over by then.
          </p>
        </div>
      )}
    </>
  );
}

type CheckProps = { name: string; label: string; details?: string[] };

/** Discards hidden `details`, because an invalid value there would block saving. */
function CheckField({ name, label, details = [] }: CheckProps) {
  const { register, resetField } = useFormContext();
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (!target.checked) for (const detail of details) resetField(detail);
  };
  return (
    <ChoiceLine type="checkbox" {...register(name, { onChange })}>
      {label}
    </ChoiceLine>
  );
}
