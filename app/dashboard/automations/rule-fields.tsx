import { useFormContext, useWatch } from "react-hook-form";
import { Chip } from "#components/ui/chip.tsx";
import { TextField } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useRead } from "#lib/api/use-read.ts";
import {
  conditionFields,
  conditionTypes,
  MAX_DAYS,
  operations,
  units,
} from "#lib/contract/automation-terms.ts";
import { isQuietAt } from "#lib/contract/mail-terms.ts";
import { formatClock } from "#lib/dates.ts";
import { type Condition, isBlank, optionsOf, ScheduleWords, typeOf } from "./words.tsx";

const types: Record<string, string> = conditionFields;

export function ConditionFields({ index }: { index: number }) {
  const at = `condition.${index}`;
  const { setValue, formState } = useFormContext();
  const condition: Condition = useWatch({ name: at });
  const fields = Object.keys(types).filter((field) => !condition.type || types[field] === condition.type);
  const change = { shouldDirty: true, shouldValidate: formState.isSubmitted };

  function forget() {
    setValue(`${at}.value`, "", change);
    setValue(`${at}.unit`, null, change);
  }

  function onType(type: string | null) {
    if (types[String(condition.field)] === type) return;
    if (!isBlank(condition.field)) setValue(`${at}.field`, "", change);
    forget();
  }

  function onField(field: string | null) {
    const type = types[String(field)] ?? "";
    if (typeOf(condition) !== type) forget();
    if (!condition.type) setValue(`${at}.type`, type, change);
  }

  return (
    <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
      <SelectField
        name={`${at}.type`}
        label="Condition type"
        required
        options={optionsOf(conditionTypes)}
        onChosen={onType}
      />
      <SelectField
        name={`${at}.field`}
        label="Field"
        required
        options={optionsOf(fields)}
        onChosen={onField}
      />
      <SelectField name={`${at}.operation`} label="Operation" required options={optionsOf(operations)} />
      <ValueFields at={at} condition={condition} />
    </div>
  );
}

/** SPEC.md: a number input for numbers, none for dates. A date without a value means today. */
function ValueFields({ at, condition: { value, unit, ...condition } }: { at: string; condition: Condition }) {
  const { setValue } = useFormContext();
  const type = typeOf(condition);
  if (type === "NUMERIC") {
    return (
      <TextField
        key={type}
        name={`${at}.value`}
        label="Value"
        required
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        autoComplete="off"
      />
    );
  }
  if (type !== "DATE") return <TextField name={`${at}.value`} label="Value" required autoComplete="off" />;
  return (
    <>
      <SelectField
        name={`${at}.unit`}
        label="Unit"
        none="Today"
        options={optionsOf(units)}
        onChosen={(value) => value === null && setValue(`${at}.value`, "", { shouldDirty: true })}
      />
      {(unit || !isBlank(value)) && (
        <TextField
          key={type}
          name={`${at}.value`}
          label="How many days"
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_DAYS}
          step={1}
          autoComplete="off"
        />
      )}
    </>
  );
}

const NAME = "trigger.schedule";
const PARTS = "Five parts: minute, hour, day of the month, month, weekday.";

export function ScheduleField() {
  const { setValue, formState } = useFormContext();
  const schedule: string = useWatch({ name: NAME }) ?? "";
  const simple = readSchedule(schedule);

  function choose(next: { time: string; days: string }) {
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
            <>
              <ScheduleWords schedule={schedule} otherwise={PARTS} />
              {simple && <QuietNote time={simple.time} />}
            </>
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

function QuietNote({ time }: { time: string }) {
  const isTask = useWatch({ name: "action.type" }) === "CREATE_TASK";
  const { data: limits } = useRead("organization.mailLimits", isTask ? null : {});
  if (!limits || !isQuietAt(limits, time)) return null;
  return ` This is during quiet hours: emails wait until ${formatClock(limits.quietTo)}. A birthday email is skipped if its day is over by then.`;
}

export const presets = [
  { label: "Every day", days: "* * *" },
  { label: "Weekdays", days: "* * 1-5" },
  { label: "Mondays", days: "* * 1" },
  { label: "First of the month", days: "1 * *" },
] as const;

export const EXAMPLE = "0 9 * * *";

/** "0 9 * * 1" → { time: "09:00", days: "* * 1" }. Null unless there is one time. */
export function readSchedule(schedule: string): { time: string; days: string } | null {
  const [, minute, hour, days] = /^(\d{1,2}) (\d{1,2}) (\S+ \S+ \S+)$/.exec(tidy(schedule)) ?? [];
  if (!minute || !hour || !days || Number(minute) > 59 || Number(hour) > 23) return null;
  return { time: `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`, days };
}

export function writeSchedule({ time, days }: { time: string; days: string }): string {
  const [hour, minute] = time.split(":");
  return `${Number(minute)} ${Number(hour)} ${days}`;
}

function tidy(schedule: string): string {
  return schedule.trim().replace(/\s+/g, " ");
}
