"use client";
import { CalendarDays, Lock } from "lucide-react";
import { useParams } from "next/navigation";
import { type ReactNode, useId } from "react";
import { FormProvider, useWatch } from "react-hook-form";
import { HistoryButton } from "#components/history-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { EditNotices, Refused } from "#components/ui/edit-notices.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Link } from "#components/ui/link.tsx";
import { NumberField } from "#components/ui/number-field.tsx";
import { useFollowing, useRecordForm } from "#components/ui/record-form.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { Failed, Loading } from "#components/ui/states.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useSettled } from "#components/ui/use-delayed.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { rangeText } from "#lib/calendar/words.ts";
import type { AppointmentType } from "#lib/contract/appointment-types.ts";
import { webLink } from "#lib/links.ts";
import { stored } from "#lib/stored-code.ts";
import { plural } from "#lib/text.ts";
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
import { changesOf, giversText, lengthText, listText, type Rules, rulesOf, type Teammate } from "./rules.ts";

export function AppointmentTypeScreen() {
  const { id } = useParams<{ id: string }>();
  const types = useRead("appointmentTypes.list", {});
  const team = useRead("team.list", {});
  const type = types.data?.find((one) => one.id === id);
  const outlook = useRead("appointmentTypes.outlook", type ? { params: { id } } : null).data;
  const error = types.error ?? team.error;
  if (!error && !(types.data && team.data)) return <Loading />;
  if (error && !(types.data && team.data)) {
    return <Failed text={error.message} onRetry={() => void Promise.all([types.mutate(), team.mutate()])} />;
  }
  if (!type || !team.data) {
    return (
      <div className="grid justify-items-start gap-2">
        <ScreenTitle>Appointment type</ScreenTitle>
        <h1>This appointment type doesn’t exist</h1>
        <p className="text-muted-foreground">It may have been deleted.</p>
        <Link href="/dashboard/settings/appointments" className="link">
          All appointment types
        </Link>
      </div>
    );
  }
  const link = webLink(type.appointmentBookingLink);
  const read = async () => (await types.mutate())?.find((one) => one.id === id);
  return (
    <>
      <ScreenTitle>{type.name}</ScreenTitle>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="wrap-anywhere">{type.name}</h1>
          <p className="text-muted-foreground">
            Appointment type ·{" "}
            {outlook && (
              <>
                <span className="tabular-nums">{outlook.booked}</span> booked in the last 30 days ·{" "}
              </>
            )}
            <Link href="/dashboard/settings/appointments" className="link">
              All types
            </Link>
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <HistoryButton id={type.id} name={type.name} />
          {link && type.isHidden && <ClosedLink />}
          {link && !type.isHidden && <CopyButton text={link} label="Copy Booking Link" />}
        </div>
      </header>
      <RulesForm key={type.id} type={type} team={team.data} read={read} />
    </>
  );
}

function ClosedLink() {
  return (
    <p className="flex h-control items-center gap-2 px-1 text-muted-foreground">
      <Lock size={16} strokeWidth={1.75} className="shrink-0" />
      Booking link turned off. Only staff can book this.
    </p>
  );
}

const loadSchema = stored(
  async () => (await import("#lib/contract/appointment-types.ts")).appointmentTypeRules,
);

const PLACES = [
  { value: "STORE", label: "In the store" },
  { value: "PHONE", label: "By phone" },
  { value: "VIDEO", label: "Video call" },
];

const FIELDS = [
  { name: "name", label: "Name" },
  {
    name: "defaultMeetingLength",
    label: "Default meeting length",
    text: (value: number) => `${value} minutes`,
  },
  { name: "placeText", label: "Details for the visitor" },
  { name: "minutesBefore", label: "Buffer before", text: (value: number) => `${value} minutes` },
  { name: "minutesAfter", label: "Buffer after", text: (value: number) => `${value} minutes` },
  { name: "notice", label: "Minimum notice", text: lengthText },
  { name: "daysInAdvance", label: "Days in advance" },
  { name: "mostPerDay", label: "Maximum per day", text: (value: number | null) => value ?? "No limit" },
  { name: "changeNotice", label: "Cancel or move until", text: lengthText },
  { name: "isHidden", label: "Only staff can book this", text: (value: boolean) => (value ? "Yes" : "No") },
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

function RulesForm({ type, team, read }: Props) {
  const { act } = useAct("appointmentTypes.update");
  const record = useRecordForm<Rules>({
    ...{ schema: loadSchema, values: rulesOf(type), version: type.version, valuesOf: rulesOf },
    draft: `appointment type ${type.id}`,
    onSubmit: async (valid, version) =>
      (await act({ params: { id: type.id }, body: { ...valid, version } })).refused,
  });
  const { form, props, edit, isDirty, refused, restart } = record;
  useFollowing(record, type, (next) => form.reset(rulesOf(next)));
  const rules = useWatch({ control: form.control }) as Rules;

  async function reload() {
    const theirs = await read();
    if (theirs) restart(rulesOf(theirs), theirs.version);
  }

  return (
    <FormProvider {...form}>
      <div className="grid items-start gap-4 min-[68.75rem]:grid-cols-[minmax(0,1fr)_24rem]">
        <form {...props} className="card">
          <EditNotices edit={edit} fields={FIELDS} className="m-5 phone:m-4" />
          <div key={edit.drawn}>
            <WhatAndWhere place={rules.place ?? "STORE"} />
            <Part title="Who offers it">
              <PeopleField team={team} />
              <VisitorsChoose />
              <HiddenField />
            </Part>
            <WhenBookable />
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
            {isDirty && <Button onClick={() => restart(rulesOf(type), type.version)}>Discard</Button>}
            <SubmitButton>Save</SubmitButton>
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

function WhatAndWhere({ place }: { place: keyof typeof PLACE_HELP }) {
  return (
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
        help={PLACE_HELP[place]}
        className="md:col-span-2"
      />
    </Part>
  );
}

function WhenBookable() {
  return (
    <Part title="When it can be booked">
      <NumberField name="minutesBefore" label="Buffer before" step={5} help="Minutes." />
      <NumberField name="minutesAfter" label="Buffer after" step={5} help="Minutes." />
      <MinutesField name="step" label="Starts every" none="The appointment’s length" options={[15, 30, 60]} />
      <MinutesField
        name="notice"
        label="Minimum notice"
        options={[0, 60, 120, 240, 720, 1440, 2880]}
        zero="None"
      />
      <NumberField name="daysInAdvance" label="Days in advance" required step={1} />
      <NumberField
        name="mostPerDay"
        label="Maximum per day"
        step={1}
        help="For each person. Empty means no limit."
      />
      <WaitingListField />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4 border-b p-5 last:border-0 phone:p-4">
      <h2 id={id}>{title}</h2>
      <div className="grid gap-4 md:grid-cols-3">{children}</div>
    </section>
  );
}

type InWordsProps = { typeId: string; rules: Rules; saved: Rules; team: readonly Teammate[] };

const WHERE = { STORE: "in the store", PHONE: "by phone", VIDEO: "by video" };

function InWords({ typeId, rules, saved, team }: InWordsProps) {
  const { minutesBefore = 0, minutesAfter = 0, notice = 0, changeNotice = 0, step, mostPerDay } = rules;
  const free = [
    minutesBefore > 0 && `${lengthText(minutesBefore)} free before`,
    minutesAfter > 0 && `${lengthText(minutesAfter)} free after`,
  ].filter(Boolean);
  const reminders = (rules.reminders ?? []).map(lengthText);
  const questions = rules.questions ?? [];
  const required = questions.filter(({ isRequired }) => isRequired).length;
  return (
    <section aria-labelledby="in-words" className="card grid gap-3 p-5 phone:p-4">
      <h2 id="in-words">In words</h2>
      <p>
        <b>{lengthText(rules.defaultMeetingLength || 0)}</b> {WHERE[rules.place ?? "STORE"]} with{" "}
        <b>{giversText(rules, team)}</b>
        {free.length > 0 && `, ${free.join(" and ")}`}.
      </p>
      {rules.isHidden && (
        <p>
          <b>Only staff</b> can book it. The booking link is turned off.
        </p>
      )}
      <p>
        Booked {notice > 0 && <>at least {<b>{lengthText(notice)}</b>} and </>}at most{" "}
        <b>{plural(rules.daysInAdvance || 0, "day")}</b> ahead
        {step ? `, every ${lengthText(step)}` : ""}
        {mostPerDay ? (
          <>
            , up to <b>{mostPerDay} a day</b> for each person
          </>
        ) : null}
        .
      </p>
      {questions.length > 0 && (
        <p>
          Asks <b>{plural(questions.length, "question")}</b>
          {required > 0 && `, ${required} required`}.
        </p>
      )}
      <p>
        {reminders.length > 0 ? (
          <>
            Reminded <b>{listText(reminders, "and")}</b> before.
          </>
        ) : (
          "No reminders."
        )}{" "}
        Can be moved or cancelled until{" "}
        {changeNotice > 0 ? (
          <>
            <b>{lengthText(changeNotice)}</b> before.
          </>
        ) : (
          "it begins."
        )}
      </p>
      <FreeTimes typeId={typeId} rules={rules} saved={saved} />
    </section>
  );
}

const DAYS = 14;

type FreeTimesProps = { typeId: string; rules: Rules; saved: Rules };

function FreeTimes({ typeId, rules, saved }: FreeTimesProps) {
  const [query] = useSettled(JSON.stringify(changesOf(rules, saved)));
  const input = { params: { id: typeId }, query: JSON.parse(query) };
  const { data, error } = useRead("appointmentTypes.outlook", input, { keepPreviousData: true });
  if (error) return null;
  const { day, free = 0, before = 0 } = data?.times ?? {};
  return (
    <p role="status" className="flex gap-2 rounded-md bg-info-soft px-3 py-2.5 text-info-foreground text-sm">
      <CalendarDays size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      {!data && "Counting free times…"}
      {day && (
        <span>
          <b>{rangeText(day, day)}:</b> {plural(free, "free time")} with these rules
          {before !== free && `, ${before} before`}.
        </span>
      )}
      {data?.times && !day && `No free times in the next ${DAYS} days.`}
      {data && !data.times && "We can’t read the calendars right now, so we don’t know which times are free."}
    </p>
  );
}
