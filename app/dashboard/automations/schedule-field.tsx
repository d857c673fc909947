"use client";
import { useFormContext, useWatch } from "react-hook-form";
import { Chip } from "#components/ui/chip.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { EXAMPLE, presets, readSchedule, writeSchedule } from "./schedule.ts";
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
    <div className="grid gap-2.5">
      <TextField
        name={NAME}
        label="Schedule"
        required
        autoComplete="off"
        placeholder={EXAMPLE}
        help={
          schedule.trim() ? (
            <ScheduleWords schedule={schedule} otherwise={PARTS} />
          ) : (
            `For example ${EXAMPLE} for every day at 9:00 AM.`
          )
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <fieldset className="contents">
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
        {simple && (
          <label className="flex items-center gap-2 text-muted-foreground text-sm">
            at
            <input
              type="time"
              aria-label="Time of day"
              value={simple.time}
              onChange={(event) => choose({ time: event.target.value, days: simple.days })}
              className="field w-auto! px-2! tabular-nums"
            />
          </label>
        )}
      </div>
    </div>
  );
}
