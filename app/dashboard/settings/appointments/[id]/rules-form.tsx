"use client";
import { type ReactNode, useEffect, useId, useState } from "react";
import { type FieldValues, FormProvider, useForm, useWatch } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { EditNotices, Refused, useEdit } from "#components/ui/edit-notices.tsx";
import { TextField } from "#components/ui/field.tsx";
import { NumberField } from "#components/ui/number-field.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { type Refusal, refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { AppointmentType } from "#lib/contract/appointment-types.ts";
import { formResolver, preload } from "#lib/form-resolver.ts";
import { stored } from "#lib/stored-code.ts";
import { InWords } from "./in-words.tsx";
import { QuestionsField } from "./questions-field.tsx";
import {
  ColorField,
  HiddenField,
  MinutesField,
  PeopleField,
  RemindersField,
  VisitorsChoose,
  WaitingListField,
} from "./rule-fields.tsx";
import { lengthText, type Rules, rulesOf, type Teammate } from "./rules.ts";

const loadSchema = stored(
  async () => (await import("#lib/contract/appointment-types.ts")).appointmentTypeRules,
);

const PLACES = [
  { value: "STORE", label: "In the store" },
  { value: "PHONE", label: "By phone" },
  { value: "VIDEO", label: "Video call" },
];

/** Compared when two people edit at once. */
const FIELDS = [
  { name: "name", label: "Name" },
  {
    name: "defaultMeetingLength",
    label: "Default meeting length",
    text: (value: number) => `${value} minutes`,
  },
  { name: "placeText", label: "Details for the visitor" },
  { name: "minutesBefore", label: "Keep free before", text: (value: number) => `${value} minutes` },
  { name: "minutesAfter", label: "Keep free after", text: (value: number) => `${value} minutes` },
  { name: "notice", label: "Minimum notice", text: lengthText },
  { name: "daysInAdvance", label: "Days in advance" },
  { name: "mostPerDay", label: "Most per day", text: (value: number | null) => value ?? "No limit" },
  { name: "changeNotice", label: "Cancel or move until", text: lengthText },
  { name: "isHidden", label: "Only staff book this", text: (value: boolean) => (value ? "Yes" : "No") },
  {
    name: "questions",
    label: "Questions to the visitor",
    text: (value: { text: string }[] = []) => value.map(({ text }) => text).join(" · ") || "None",
  },
];

type Props = {
  type: AppointmentType;
  team: readonly Teammate[];
  read: () => Promise<AppointmentType | undefined>;
};

export function RulesForm({ type, team, read }: Props) {
  const form = useForm<FieldValues, unknown, Rules>({
    resolver: formResolver(loadSchema),
    defaultValues: rulesOf(type),
  });
  const rules = useWatch({ control: form.control }) as Rules;
  const { isDirty, isSubmitting } = form.formState;
  const [refused, setRefused] = useState<Refusal | null>(null);
  const { act } = useAct("appointmentTypes.update");
  const edit = useEdit(form, {
    name: `appointment type ${type.id}`,
    version: type.version,
    valuesOf: rulesOf,
  });
  useUnsaved(isDirty, edit.draft.end);

  const { isOlder, begin } = edit;
  // Shows a colleague's changes while nothing is typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each version of the record
  useEffect(() => {
    if (isDirty || isOlder(type.version)) return;
    begin(type.version);
    form.reset(rulesOf(type));
  }, [type.version, isDirty]);

  const submit = useSubmit(
    form.handleSubmit(async (valid) => {
      setRefused(null);
      const outcome = await act({ params: { id: type.id }, body: { ...valid, version: edit.version } });
      const why = refusal("appointmentTypes.update", outcome);
      setRefused(why && !edit.refused(why) ? why : null);
      if (!outcome.ok) return;
      edit.saved();
      form.reset(form.getValues());
    }),
  );

  function discard() {
    form.reset(rulesOf(type));
    edit.end();
    setRefused(null);
  }

  async function reload() {
    const theirs = await read();
    if (!theirs) return;
    form.reset(rulesOf(theirs));
    edit.end();
    edit.begin(theirs.version);
    setRefused(null);
  }

  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-4 min-[1100px]:grid-cols-[minmax(0,1fr)_24rem]">
        <form
          noValidate
          onSubmit={submit}
          onInput={preload(loadSchema)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
            event.preventDefault();
            submit();
          }}
          className="rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0"
        >
          <EditNotices edit={edit} fields={FIELDS} className="m-5 phone:m-4" />
          <div key={edit.drawn}>
            <Part title="What and where">
              <TextField name="name" label="Name" required autoComplete="off" />
              <NumberField
                name="defaultMeetingLength"
                label="Default meeting length"
                required
                step={15}
                help="Minutes, in steps of 15."
              />
              <ColorField />
              <SelectField name="place" label="Where" options={PLACES} />
              <TextField
                name="placeText"
                label="Details for the visitor"
                autoComplete="off"
                help={PLACE_HELP[rules.place ?? "STORE"]}
                className="md:col-span-2"
              />
            </Part>
            <Part title="Who offers it">
              <PeopleField team={team} />
              <VisitorsChoose />
              <HiddenField />
            </Part>
            <Part title="When it can be booked">
              <NumberField name="minutesBefore" label="Keep free before" step={5} help="Minutes." />
              <NumberField name="minutesAfter" label="Keep free after" step={5} help="Minutes." />
              <MinutesField
                name="step"
                label="Starts every"
                none="The appointment’s length"
                options={[15, 30, 60]}
              />
              <MinutesField
                name="notice"
                label="Minimum notice"
                options={[0, 60, 120, 240, 720, 1440, 2880]}
                zero="None"
              />
              <NumberField name="daysInAdvance" label="Days in advance" required step={1} />
              <NumberField
                name="mostPerDay"
                label="Most per day"
                step={1}
                help="For each person. Empty means no limit."
              />
              <WaitingListField />
            </Part>
            {rules.questions && (
              <Part title="Questions to the visitor">
                <QuestionsField />
              </Part>
            )}
            <Part title="After booking">
              <RemindersField />
              <MinutesField
                name="changeNotice"
                label="Cancel or move until"
                options={[0, 60, 120, 720, 1440, 2880, 10_080]}
                zero="The start"
                suffix=" before"
              />
            </Part>
          </div>
          <footer className="flex flex-wrap items-center justify-end gap-3 border-t px-5 py-3 phone:px-4">
            {refused && (
              <div className="w-full">
                <Refused refusal={refused} onReload={reload} />
              </div>
            )}
            <p className="flex-1 text-muted-foreground text-sm">{isDirty && "Unsaved changes"}</p>
            {isDirty && <Button onClick={discard}>Discard</Button>}
            <Button type="submit" variant="primary" busy={isSubmitting}>
              {isSubmitting ? "Saving…" : "Save"}
            </Button>
          </footer>
        </form>
        <InWords typeId={type.id} rules={rules} saved={rulesOf(type)} team={team} />
      </div>
    </FormProvider>
  );
}

const PLACE_HELP = {
  STORE: "The address and how to find the entrance.",
  PHONE: "Who calls, and on which number.",
  VIDEO: "The link to the call. Only visitors who booked can see it.",
};

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 border-b p-5 last:border-0 phone:p-4">
      <h2 id={id}>{title}</h2>
      <div className="grid gap-4 md:grid-cols-3">{children}</div>
    </section>
  );
}
