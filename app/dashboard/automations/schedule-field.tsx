"use client";
import { useFormContext, useWatch } from "react-hook-form";
import { Chip } from "#components/ui/chip.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { ScheduleWords } from "./schedule-words.tsx";

const NAME = "trigger.schedule";
const PARTS = "Five parts: minute, hour, day of the month, month, weekday.";

/** A cron schedule, typed or put together out of days and a time. */
export function ScheduleField() {
  const { setValue, formState } = useFormContext();
  const schedule: string = useWatch({ name: NAME }) ?? "";
  const simple = readSchedule(schedule);

  function choose(next: { time: string; days: string }) {
    // A time box that is being emptied has no time yet.
    if (!next.time) return;
    setValue(NAME, writeSchedule(next), { shouldDirty: true, shouldValidate: formState.isSubmitted });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-2.5">
      <TextField
        name={NAME}
        label="Schedule"
        required
        autoComplete="off"
        placeholder={EXAMPLE}
        className={simple ? "" : "col-span-full"}
        help={
          schedule.trim() ? (
            <ScheduleWords schedule={schedule} otherwise={PARTS} />
          ) : (
            `For example ${EXAMPLE} for every day at 9:00 AM.`
          )
        }
      />
      {simple && (
        <label className="grid content-start gap-1.5 font-medium text-sm">
          Time
          <input
            type="time"
            value={simple.time}
            onChange={(event) => choose({ time: event.target.value, days: simple.days })}
            className="field px-2! font-normal tabular-nums"
          />
        </label>
      )}
      <fieldset className="col-span-full flex flex-wrap gap-2">
        <legend className="sr-only">Common schedules</legend>
        {presets.map(({ label, days }) => (
          <Chip
            key={days}
            pressed={simple?.days === days}
            onPress={() => choose({ time: simple?.time ?? "09:00", days })}
          >
            {label}
          </Chip>
        ))}
      </fieldset>
    </div>
  );
}

/** Days that a schedule can run on, as the last three of cron's five parts. */
export const presets = [
  { label: "Every day", days: "* * *" },
  { label: "Weekdays", days: "* * 1-5" },
  { label: "Mondays", days: "* * 1" },
  { label: "First of the month", days: "1 * *" },
] as const;

/** SPEC.md's hint: daily at 9 AM. */
export const EXAMPLE = "0 9 * * *";

/** A schedule that runs at one time of its days: "0 9 * * 1" is { time: "09:00", days: "* * 1" }. Null for any other. */
export function readSchedule(schedule: string): { time: string; days: string } | null {
  const [, minute, hour, days] = /^(\d{1,2}) (\d{1,2}) (\S+ \S+ \S+)$/.exec(tidy(schedule)) ?? [];
  if (!minute || !hour || !days || Number(minute) > 59 || Number(hour) > 23) return null;
  return { time: `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`, days };
}

/** The other way round; `time` as <input type="time"> has it. */
export function writeSchedule({ time, days }: { time: string; days: string }): string {
  const [hour, minute] = time.split(":");
  return `${Number(minute)} ${Number(hour)} ${days}`;
}

function tidy(schedule: string): string {
  return schedule.trim().replace(/\s+/g, " ");
}
