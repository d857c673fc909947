import clsx from "clsx";
import { Check, X } from "lucide-react";
import { useId } from "react";
import { useController, useWatch } from "react-hook-form";
import { Avatar } from "#components/ui/avatar.tsx";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { Field, type FieldProps } from "#components/ui/field.tsx";
import { FieldError, labelClass } from "#components/ui/field-parts.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { Select } from "#components/ui/select.tsx";
import { Swatches } from "#components/ui/swatches.tsx";
import { lengthText, type Teammate } from "./rules.ts";

type MinutesProps = FieldProps & {
  options: readonly number[];
  none?: string;
  zero?: string;
  suffix?: string;
};

export function MinutesField({ options, none, zero, suffix = "", ...props }: MinutesProps) {
  const { field } = useController({ name: props.name });
  const value: number | null = field.value ?? null;
  const known = [...new Set([...options, ...(value === null ? [] : [value])])].sort((a, b) => a - b);
  const label = (minutes: number) =>
    minutes === 0 && zero !== undefined ? zero : lengthText(minutes) + suffix;
  return (
    <Field {...props}>
      {(control) => (
        <Select
          {...control}
          ref={field.ref}
          onBlur={field.onBlur}
          value={value === null ? "none" : String(value)}
          onChange={(value) => field.onChange(value === "none" ? null : Number(value))}
          options={[
            ...(none ? [{ value: "none", label: none }] : []),
            ...known.map((minutes) => ({ value: String(minutes), label: label(minutes) })),
          ]}
        />
      )}
    </Field>
  );
}

const COLORS = [
  { name: "Blue", look: "bg-(--ev-1) text-(--ev-1-foreground)" },
  { name: "Teal", look: "bg-(--ev-2) text-(--ev-2-foreground)" },
  { name: "Gold", look: "bg-(--ev-3) text-(--ev-3-foreground)" },
  { name: "Rose", look: "bg-(--ev-4) text-(--ev-4-foreground)" },
  { name: "Plum", look: "bg-(--ev-5,var(--av-5)) text-(--ev-5-foreground,var(--foreground))" },
  { name: "Green", look: "bg-(--ev-6,var(--av-6)) text-(--ev-6-foreground,var(--foreground))" },
];

export function ColorField() {
  const id = useId();
  const { field } = useController({ name: "color" });
  return (
    <div role="radiogroup" aria-labelledby={id} className="grid content-start gap-1.5">
      <span id={id} className={labelClass(false)}>
        Color
      </span>
      <div className="flex flex-wrap gap-2">
        <Swatches
          swatches={COLORS}
          selected={Number(field.value) - 1}
          onChoose={(at) => field.onChange(at + 1)}
        />
      </div>
    </div>
  );
}

const pill =
  "inline-flex min-h-9 cursor-pointer items-center gap-2 rounded-full border border-border-strong bg-card py-1 pr-3 pl-1.5 font-medium text-sm hover:bg-accent has-checked:border-primary has-checked:bg-primary-soft has-checked:text-primary-soft-foreground has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2 phone:min-h-11 pointer-coarse:min-h-11";

/** Null means everyone, including people who join later. */
export function PeopleField({ team }: { team: readonly Teammate[] }) {
  const id = useId();
  const { field } = useController({ name: "people" });
  const personIds: string[] | null = field.value;
  const isChosen = (person: string) => personIds === null || personIds.includes(person);

  function turn(person: string) {
    const next = team.map((one) => one.id).filter((one) => (one === person ? !isChosen(one) : isChosen(one)));
    field.onChange(next.length === team.length ? null : next);
  }

  return (
    <fieldset className="md:col-span-3" aria-describedby={`${id}-help`}>
      <legend className="sr-only">Who offers it</legend>
      <div className="flex flex-wrap gap-2">
        {team.map((person) => (
          <label key={person.id} className={pill}>
            <input
              type="checkbox"
              className="sr-only"
              checked={isChosen(person.id)}
              onChange={() => turn(person.id)}
            />
            <Avatar id={person.id} name={`${person.firstName} ${person.lastName}`} className="size-6!" />
            {person.firstName}
            {isChosen(person.id) && <Check size={14} />}
          </label>
        ))}
      </div>
      {personIds?.length === 0 ? (
        <div className="mt-1.5">
          <FieldError id={`${id}-help`}>No one offers it, so it can’t be booked.</FieldError>
        </div>
      ) : (
        <p id={`${id}-help`} className="mt-1.5 text-muted-foreground text-sm">
          Everyone with hours can be booked.
        </p>
      )}
    </fieldset>
  );
}

const CHOOSING = [
  ["anyone", "Anyone available"],
  ["person", "The person, or anyone"],
] as const;

export function VisitorsChoose() {
  const id = useId();
  const { field } = useController({ name: "visitorChooses" });
  return (
    <div className="grid justify-items-start gap-1.5 md:col-span-3">
      <span id={id} className={labelClass(false)}>
        Visitors choose
      </span>
      <Segments
        aria-labelledby={id}
        choices={CHOOSING}
        value={field.value ? "person" : "anyone"}
        onChoose={(value) => field.onChange(value === "person")}
      />
      <p className="text-muted-foreground text-sm">
        “Anyone” books the person with the fewest appointments that day, then by name.
      </p>
    </div>
  );
}

export function WaitingListField() {
  const isHidden = useWatch({ name: "isHidden" }) === true;
  return (
    <SwitchField
      name="waitingList"
      label="Waiting list when a day is full"
      help={
        isHidden
          ? "Not available while only staff can book this."
          : "Times that open up are offered to the first person in line and reserved for 30 minutes."
      }
      disabled={isHidden}
    />
  );
}

export function HiddenField() {
  return (
    <SwitchField
      name="isHidden"
      label="Only staff can book this"
      help="Its booking link is turned off. Visitors can still confirm, move and cancel existing appointments with their own links."
    />
  );
}

type SwitchProps = { name: string; label: string; help: string; disabled?: boolean };

function SwitchField({ name, label, help, disabled = false }: SwitchProps) {
  const { field } = useController({ name });
  return (
    <div className="md:col-span-3">
      <ChoiceLine
        type="checkbox"
        checked={field.value === true}
        disabled={disabled}
        onChange={(event) => field.onChange(event.target.checked)}
        note={help}
        className={clsx("font-medium", disabled && "text-muted-foreground")}
      >
        {label}
      </ChoiceLine>
    </div>
  );
}

const REMINDERS = [30, 60, 120, 240, 1440, 2880, 10_080];
const MOST = 5;

export function RemindersField() {
  const id = useId();
  const { field } = useController({ name: "reminders" });
  const reminders: number[] = field.value ?? [];
  const left = REMINDERS.filter((minutes) => !reminders.includes(minutes));
  return (
    <fieldset aria-labelledby={id} className="grid gap-1.5 md:col-span-3">
      <span id={id} className={labelClass(false)}>
        Email reminders
      </span>
      <div className="flex flex-wrap gap-2">
        {reminders.map((minutes) => (
          <button
            key={minutes}
            type="button"
            aria-label={`Remove the reminder ${lengthText(minutes)} before`}
            onClick={() => field.onChange(reminders.filter((one) => one !== minutes))}
            className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-primary bg-primary-soft px-3 font-medium text-primary-soft-foreground text-sm phone:min-h-11 pointer-coarse:min-h-11"
          >
            {lengthText(minutes)} before
            <X size={14} />
          </button>
        ))}
        {reminders.length < MOST && (
          <Select
            label="Add a reminder"
            value=""
            placeholder="Add"
            onChange={(minutes) => field.onChange([...reminders, Number(minutes)].sort((a, b) => b - a))}
            options={left.map((minutes) => ({
              value: String(minutes),
              label: `${lengthText(minutes)} before`,
            }))}
            className="w-40"
          />
        )}
      </div>
      <p className="text-muted-foreground text-sm">
        {reminders.length === 0
          ? "No reminders."
          : "No reminders for appointments that are moved, cancelled or over."}
      </p>
    </fieldset>
  );
}
