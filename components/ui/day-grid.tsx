import { DayPicker, type DayPickerProps } from "react-day-picker";
import type { Day } from "#lib/dates.ts";
import { formatter } from "#lib/time/zone.ts";
import { useDates } from "./dates.ts";

type Props = { selected: Day | null; today: Day; onPick: (day: Day) => void };

const button =
  "grid size-8 place-items-center rounded-md hover:bg-accent pointer-coarse:size-11 aria-disabled:opacity-40";

const LABEL = { day: "numeric", month: "long", weekday: "long", year: "numeric" } as const;

export function DayGrid({ selected, today, onPick }: Props) {
  const { weekStart } = useDates();
  const date = selected && toDate(selected);
  return (
    <DayPicker
      mode="single"
      autoFocus
      required
      weekStartsOn={weekStart as DayPickerProps["weekStartsOn"]}
      captionLayout="dropdown"
      navLayout="around"
      today={toDate(today)}
      startMonth={new Date(today.year - 25, 0)}
      endMonth={new Date(today.year + 24, 11)}
      defaultMonth={date ?? toDate(today)}
      selected={date ?? undefined}
      // The label starts with the visible text, for voice control.
      labels={{
        labelDayButton: (date, { today }) => `${today ? "Today, " : ""}${formatter(LABEL).format(date)}`,
      }}
      onSelect={(picked) =>
        onPick({ year: picked.getFullYear(), month: picked.getMonth() + 1, day: picked.getDate() })
      }
      classNames={{
        month: "grid grid-cols-[auto_1fr_auto] items-center gap-y-1.5",
        month_caption: "col-start-2 row-start-1 flex justify-center",
        button_previous: `${button} col-start-1 row-start-1`,
        button_next: `${button} col-start-3 row-start-1`,
        chevron: "size-4 fill-current",
        month_grid: "col-span-3",
        dropdowns: "flex gap-1.5",
        dropdown_root:
          "relative rounded-md border border-input focus-within:outline-2 focus-within:outline-ring",
        dropdown: "absolute inset-0 cursor-pointer appearance-none opacity-0",
        caption_label:
          "flex h-8 items-center gap-1 px-2 font-medium text-sm pointer-coarse:h-11 [&_svg]:size-3.5",
        weekday: "h-8 font-normal text-muted-foreground text-xs",
        day: "p-0 text-center text-sm tabular-nums",
        day_button: `${button} mx-auto`,
        outside: "text-muted-foreground",
        today: "[&>button]:ring-1 [&>button]:ring-ring",
        selected:
          "[&>button]:bg-primary [&>button]:font-semibold [&>button]:text-primary-foreground [&>button]:hover:bg-primary-hover",
      }}
    />
  );
}

function toDate({ year, month, day }: Day): Date {
  const date = new Date(year, month - 1, day);
  date.setFullYear(year);
  return date;
}
