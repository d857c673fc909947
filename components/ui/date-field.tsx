import { Calendar } from "lucide-react";
import { useState } from "react";
import { useController } from "react-hook-form";
import { parseDay, typedDay } from "#lib/date-input.ts";
import { type Day, formatDay, formatWeekday, NO_YEAR, readDay, today, writeDay } from "#lib/dates.ts";
import { useDates } from "./dates.ts";
import { DayPopover } from "./day-popover.tsx";
import { Field, type FieldProps } from "./field.tsx";

type Props = FieldProps & {
  /** Noon UTC by default. */
  write?: (day: Day, timezone?: string) => string;
  past?: boolean;
  yearless?: boolean;
  /** Whether "fri" and "12/28" mean the last or the next one. */
  means?: "last" | "next";
};

/** The form holds an ISO string, "" if empty, or typed text that isn't a day, so the schema rejects it. */
export function DateField({ write = writeDay, past, yearless, means, ...props }: Props) {
  const { dayFirst, weekStart, timezone } = useDates();
  const { field } = useController({ name: props.name });
  const value: string = field.value ?? "";
  // Browsers read "3/14" as a date in 2001, so only ISO strings are parsed.
  const day = /^\d{4}-\d{2}-\d{2}/.test(value) ? readDay(value, timezone) : null;
  const written = day ? typedDay(day, dayFirst) : value;
  const [typed, setTyped] = useState({ text: written, value, isInWords: false });
  // A form that is reset for the next record changes the value.
  const { text, isInWords } = typed.value === value ? typed : { text: written, isInWords: false };

  function type(next: string) {
    const parsed = parseDay(next, today(timezone), { past, yearless, means, dayFirst, weekStart });
    const value = parsed ? write(parsed, timezone) : next.trim();
    setTyped({ text: next, value, isInWords: /[a-z]/i.test(next) });
    field.onChange(value);
  }

  // A leap year, so February 29 also asks for its year.
  const lacksYear = past && !day && parseDay(text, { ...today(timezone), year: 2000 }, { dayFirst });
  const question = lacksYear && (
    <span role="status">{formatDay(lacksYear).replace(/, \d+$/, "")} of which year? Add it at the end.</span>
  );

  const isYearless = day?.year === NO_YEAR;
  const hint = isYearless ? (
    <span role="status">No year: add it at the end, if you know it.</span>
  ) : (
    // Also after the focus has left, so that a press on a button below doesn't miss it.
    day && isInWords && <span role="status">{`${formatWeekday(day)}, ${formatDay(day)}`}</span>
  );

  return (
    <Field {...props} help={question || hint || props.help}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            ref={field.ref}
            name={field.name}
            value={text}
            placeholder={dayFirst ? "DD/MM/YYYY" : "MM/DD/YYYY"}
            autoComplete="off"
            onChange={(event) => type(event.target.value)}
            onBlur={() => {
              field.onBlur();
              if (day) setTyped({ text: written, value, isInWords });
            }}
            className="field pr-11 tabular-nums"
          />
          <DayPopover
            label={props.label}
            aria-label={`Choose ${props.label.toLowerCase()}`}
            selected={isYearless ? null : day}
            timezone={timezone}
            onPick={(picked) => field.onChange(write(picked, timezone))}
            align="end"
            className="absolute inset-y-0.5 right-0.5 grid w-10 pointer-coarse:inset-y-0 pointer-coarse:w-11 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
          >
            <Calendar size={16} strokeWidth={1.75} />
          </DayPopover>
        </div>
      )}
    </Field>
  );
}
