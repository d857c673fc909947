"use client";
import { useController } from "react-hook-form";
import { DateField } from "#components/ui/date-field.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { Select } from "#components/ui/select.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { HOURS, hourName } from "#lib/availability.ts";
import { exceptionForm } from "#lib/contract/calendar.ts";
import { type Day, writeDay } from "#lib/dates.ts";
import { notify } from "#lib/notifications.ts";
import { plural } from "#lib/text.ts";

type Props = { personId: string; leads: boolean; onClose: () => void };

/** Days off, or with other hours, of a person or of the whole store. */
export function DayOffModal({ personId, leads, onClose }: Props) {
  const { act } = useAct("people.addException");
  return (
    <FormModal
      title="Days off or other hours"
      schema={exceptionForm}
      values={{ personId, from: "", to: "", hours: null, reason: "" }}
      draft={`days off ${personId}`}
      submitLabel="Add"
      onSubmit={async (body) => {
        const outcome = await act({ body });
        const toMove = outcome.ok ? (outcome.answer?.toMove ?? 0) : 0;
        if (outcome.ok) {
          notify(
            toMove > 0
              ? { type: "info", message: `${plural(toMove, "appointment")} to move: none was cancelled.` }
              : { type: "success", message: "Added" },
          );
        }
        return refusal("people.addException", outcome);
      }}
      onClose={onClose}
    >
      {leads && <WholeStore personId={personId} />}
      <DateField name="from" label="From" required write={dayText} />
      <DateField name="to" label="Until" required write={dayText} />
      <OtherHours />
      <TextField
        name="reason"
        label="Reason"
        autoComplete="off"
        help="Visitors never see it."
        className="md:col-span-2"
      />
    </FormModal>
  );
}

function dayText(day: Day): string {
  return writeDay(day).slice(0, 10);
}

function WholeStore({ personId }: { personId: string }) {
  const { field } = useController({ name: "personId" });
  return (
    <label className="flex min-h-6 items-center gap-2 md:col-span-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={field.value === null}
        onChange={(event) => field.onChange(event.target.checked ? null : personId)}
        className="size-4 shrink-0 accent-primary"
      />
      For the whole store
    </label>
  );
}

const [OPENS, CLOSES] = [9, 13];
const hoursFrom = (opens: number, closes: number) =>
  Array.from({ length: HOURS }, (_, hour) => hour >= opens && hour < closes);

/** Away, which is null in the form, or open from one hour to another. */
function OtherHours() {
  const { field } = useController({ name: "hours" });
  const hours: boolean[] | null = field.value;
  const opens = hours ? hours.indexOf(true) : OPENS;
  const closes = hours ? hours.lastIndexOf(true) + 1 : CLOSES;
  const choices = Array.from({ length: HOURS + 1 }, (_, hour) => ({
    value: String(hour),
    label: hourName(hour),
  }));
  return (
    <fieldset className="grid gap-2 md:col-span-2">
      <legend className="mb-1.5 font-medium text-sm">What</legend>
      {[
        { label: "Away", value: null },
        { label: "Other hours", value: hoursFrom(OPENS, CLOSES) },
      ].map(({ label, value }) => (
        <label key={label} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="radio"
            name="what"
            checked={(hours === null) === (value === null)}
            onChange={() => field.onChange(value)}
            className="size-4 shrink-0 accent-primary"
          />
          {label}
        </label>
      ))}
      {hours && (
        <div className="grid grid-cols-2 gap-3">
          <Select
            label="Opens"
            value={String(opens)}
            options={choices.slice(0, HOURS)}
            onChange={(next) => field.onChange(hoursFrom(Number(next), Math.max(closes, Number(next) + 1)))}
          />
          <Select
            label="Closes"
            value={String(closes)}
            options={choices.slice(1)}
            onChange={(next) => field.onChange(hoursFrom(Math.min(opens, Number(next) - 1), Number(next)))}
          />
        </div>
      )}
    </fieldset>
  );
}
