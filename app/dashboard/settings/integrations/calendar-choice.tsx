import type { Calendar } from "#lib/contract/calendar.ts";

type Props = { calendars: Calendar[]; value: string; onChange: (id: string) => void };

/** Calendars that cannot be written to are listed, so that nobody looks for them in vain, and cannot be chosen. */
export function CalendarChoice({ calendars, value, onChange }: Props) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm after:ml-1 after:text-danger after:content-['*'/'']">
        Calendar
      </legend>
      <div className="grid gap-1">
        {calendars.map(({ id, name, is_primary, is_read_only }) => (
          <label key={id} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="radio"
              name="calendar"
              checked={value === id}
              disabled={is_read_only}
              onChange={() => onChange(id)}
              className="size-4 shrink-0 accent-primary"
            />
            <span className={is_read_only ? "text-muted-foreground" : undefined}>
              {name}
              {is_primary && <span className="text-muted-foreground text-sm"> · primary</span>}
              {is_read_only && " · read-only: appointments cannot be written to it"}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
