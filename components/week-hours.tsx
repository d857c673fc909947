import clsx from "clsx";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { PHONE, useMedia } from "#components/ui/use-media.ts";
import {
  between,
  dayNames,
  HOURS,
  type Hour,
  half,
  hourName,
  hoursPerWeek,
  inWords,
  isOpenAt,
  paintHours,
  presets,
  quartersInHour,
  twelve,
  type Week,
} from "#lib/availability.ts";
import { readHours, writeHours } from "#lib/hours-text.ts";
import { plural } from "#lib/text.ts";

/** By day; `leave` ends editing a box. */
export type Typing = {
  texts: Readonly<Record<number, string>>;
  wrong: ReadonlySet<number>;
  type: (day: number, text: string) => void;
  leave: (day: number) => void;
};

type Props = {
  week: Week;
  timezone?: string;
  onChange: (paint: (week: Week) => Week) => void;
  /** If hours can be typed in steps of 15 minutes. */
  typing?: Typing;
  besides?: boolean;
  none?: string | undefined;
};

const NONE = "No hours are open, so no one can book.";
const NARROW = "(width < 80rem)";

/** Painted and in words. The words are editable if the host supports 15-minute steps. */
export function WeekHours({ week, timezone, onChange, typing, besides = false, none = NONE }: Props) {
  const total = hoursPerWeek(week);
  const narrow = useMedia(NARROW) || besides;
  const help = useId();
  const box = (day: number) =>
    typing && <HoursBox key={day} day={day} hours={week[day] ?? []} typing={typing} help={help} />;
  const [wrong] = [...(typing?.wrong ?? [])].filter((day) => typing?.texts[day] !== undefined);
  const problem = wrong === undefined ? undefined : readHours(typing?.texts[wrong] ?? "").problem;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="font-medium text-sm">Weekly availability</h3>
        <p className="text-muted-foreground text-sm">
          {total === 0 ? none : `${plural(total, "hour")} per week`}
          {timezone && ` · ${timezone.replaceAll("_", " ")} time · `}
          {timezone && (
            <Link href="/dashboard/settings" className="link">
              Change timezone
            </Link>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {Object.entries(presets).map(([name, preset]) => (
          <Button key={name} onClick={() => onChange(preset)}>
            {name}
          </Button>
        ))}
      </div>
      <WeekGrid
        label="Weekly availability"
        week={week}
        onChange={onChange}
        endOf={typing && !narrow ? box : undefined}
      />
      {!typing && <HoursList week={week} />}
      {typing && narrow && (
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
          {dayNames.map((name, day) => (
            <div key={name} className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-2">
              <span aria-hidden="true" className="pt-1.5 font-medium text-sm pointer-coarse:pt-3">
                {name}
              </span>
              {box(day)}
            </div>
          ))}
        </div>
      )}
      {/* Fixed room, so Save doesn't move from under the pointer. */}
      {typing && (
        <p
          id={help}
          role={problem ? "alert" : undefined}
          className={clsx("text-sm max-sm:min-h-10", problem ? "text-danger" : "text-muted-foreground")}
        >
          {problem && wrong !== undefined
            ? `${dayNames[wrong]}: ${problem}`
            : `Paint whole hours, or type the hours ${narrow ? "here" : "at the right"} in steps of 15 minutes.`}
        </p>
      )}
    </div>
  );
}

type BoxProps = { day: number; hours: boolean[]; typing: Typing; help: string };

function HoursBox({ day, hours, typing: { texts, wrong, type, leave }, help }: BoxProps) {
  const text = texts[day];
  return (
    <input
      aria-label={`Hours on ${dayNames[day]}`}
      aria-invalid={text !== undefined && wrong.has(day) ? true : undefined}
      aria-describedby={help}
      data-hours-of={day}
      autoComplete="off"
      spellCheck={false}
      value={text ?? writeHours(hours)}
      onChange={(event) => type(day, event.target.value)}
      onBlur={() => leave(day)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        leave(day);
      }}
      className="field h-8! px-2! text-sm! tabular-nums pointer-coarse:h-11!"
    />
  );
}

export function HoursList({ week }: { week: Week }) {
  return (
    <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2 xl:grid-cols-3">
      {week.map((hours, day) => (
        <div key={dayNames[day]} className="flex gap-2">
          <dt className="w-24 shrink-0 font-medium">{dayNames[day]}</dt>
          <dd className="text-muted-foreground">{inWords(hours)}</dd>
        </div>
      ))}
    </dl>
  );
}

type GridProps = {
  label: string;
  week: Week;
  /** A function, because a drag may cross several hours before the next rendering. */
  onChange: (change: (week: Week) => Week) => void;
  endOf?: ((day: number) => ReactNode) | undefined;
};

type Line = { key: number; label: string; short: string; has: (hour: Hour) => boolean };

const dayLines = dayNames.map((name, key): Line => {
  const short = name.slice(0, 3);
  return { key, short, label: `${short}, all hours`, has: ({ day }) => day === key };
});
const hourLines = Array.from(
  { length: HOURS },
  (_, key): Line => ({
    key,
    short: `${twelve(key)} ${half(key)}`,
    label: `${hourName(key)}, all days`,
    has: ({ hour }) => hour === key,
  }),
);
const allHours = dayLines.flatMap(({ key: day }) => hourLines.map(({ key: hour }): Hour => ({ day, hour })));

function WeekGrid({ label, week, onChange, endOf }: GridProps) {
  const phone = useMedia(PHONE);
  const painting = usePainting(week, onChange, phone);
  const [rows, columns] = phone ? [hourLines, dayLines] : [dayLines, hourLines];
  const head = ({ label, short, has }: Line) => (
    <button
      type="button"
      aria-label={label}
      onClick={() => painting.toggle(allHours.filter(has))}
      className="min-h-8 w-full pointer-coarse:min-h-11 rounded-md text-center font-medium text-[0.6875rem] text-muted-foreground leading-3.5 tabular-nums hover:bg-accent"
    >
      {short}
    </button>
  );
  const hasEnds = endOf !== undefined && !phone;

  return (
    <div className="relative -m-1 overflow-x-auto p-1">
      <table
        ref={painting.grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with keyboard control is a grid
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        onKeyDown={painting.onKeyDown}
        onPointerLeave={painting.stop}
        className="w-full min-w-212 select-none table-fixed border-separate border-spacing-0.5 phone:min-w-0"
      >
        <thead>
          <tr>
            <th scope="col" className="w-11 phone:w-13">
              <span className="sr-only">{phone ? "Hour" : "Day"}</span>
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                {head(column)}
              </th>
            ))}
            {hasEnds && (
              <th scope="col" className="w-50">
                <span className="sr-only">Hours</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{head(row)}</th>
              {columns.map(({ key }) => (
                <HourCell
                  key={key}
                  at={phone ? { day: key, hour: row.key } : { day: row.key, hour: key }}
                  {...{ week, painting, phone }}
                />
              ))}
              {hasEnds && <td className="pl-2">{endOf(row.key)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = { at: Hour; week: Week; painting: ReturnType<typeof usePainting>; phone: boolean };

function HourCell({ at, week, painting: { active, value, press, cross, focus }, phone }: CellProps) {
  const open = isOpenAt(week, at.day, at.hour);
  const parts = open ? [] : quartersInHour(week, at.day, at.hour);
  const isPartly = parts.includes(true);
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the cells of a grid are interactive
      role="gridcell"
      aria-selected={open}
      aria-label={`${dayNames[at.day]}, ${hourName(at.hour)} – ${hourName(at.hour + 1)}${isPartly ? ", in part" : ""}`}
      style={isPartly ? { backgroundImage: filled(parts, phone ? "bottom" : "right") } : undefined}
      tabIndex={active.day === at.day && active.hour === at.hour ? 0 : -1}
      data-cell={`${at.day} ${at.hour}`}
      onPointerDown={(event) => press(event, at)}
      onPointerEnter={() => cross(at)}
      onFocus={() => focus(at)}
      className={clsx(
        "h-8 cursor-pointer pointer-coarse:h-11 touch-none rounded-[4px] border",
        open ? "border-transparent bg-avail-on" : "border-border bg-muted hover:bg-accent",
        open && value && "hatched-open",
      )}
    />
  );
}

/** Pressing toggles an hour, and dragging or Shift with arrows applies the same value. */
function usePainting(week: Week, onChange: GridProps["onChange"], phone: boolean) {
  const grid = useRef<HTMLTableElement>(null);
  const [active, focus] = useState<Hour>({ day: 1, hour: 9 });
  /** Null while no pointer paints. */
  const [value, setValue] = useState<boolean | null>(null);
  const last = useRef(active);
  const stop = useCallback(() => setValue(null), []);

  useEffect(() => {
    if (value === null) return;
    for (const end of ["pointerup", "pointercancel", "blur"]) window.addEventListener(end, stop);
    return () => {
      for (const end of ["pointerup", "pointercancel", "blur"]) window.removeEventListener(end, stop);
    };
  }, [value, stop]);

  const isOpen = ({ day, hour }: Hour) => isOpenAt(week, day, hour);
  const paint = (cells: Hour[], value: boolean) =>
    onChange((week) =>
      paintHours(week, (day, hour) => cells.some((one) => one.day === day && one.hour === hour), value),
    );

  function press(event: PointerEvent, cell: Hour) {
    if (event.button !== 0) return;
    // Touch would send all events to the first cell.
    if (event.currentTarget.hasPointerCapture(event.pointerId)) {
      event.currentTarget.releasePointerCapture(event.pointerId);
    }
    setValue(!isOpen(cell));
    focus(cell);
    last.current = cell;
    paint([cell], !isOpen(cell));
  }

  /** A fast pointer skips hours, which are painted too. */
  function cross(cell: Hour) {
    if (value === null) return;
    for (const crossed of between(last.current, cell)) paint([crossed], value);
    last.current = cell;
  }

  function onKeyDown(event: KeyboardEvent) {
    // Alt+Arrow is the browser's Back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // Keys at the end of a row don't paint.
    if (!(event.target instanceof Element && event.target.closest("[data-cell]"))) return;
    if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      paint([active], !isOpen(active));
      return;
    }
    const next = cellAfter(event.key, active, phone);
    if (!next) return;
    event.preventDefault();
    focus(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.day} ${next.hour}"]`)?.focus();
    if (event.shiftKey && event.key.startsWith("Arrow")) paint([next], isOpen(active));
  }

  const toggle = (cells: Hour[]) => paint(cells, !cells.every(isOpen));
  return { grid, active, value, focus, stop, press, cross, toggle, onKeyDown };
}

function filled(parts: boolean[], to: "right" | "bottom"): string {
  const stops = parts.map(
    (open, at) => `${open ? "var(--avail-on)" : "transparent"} ${at * 25}% ${(at + 1) * 25}%`,
  );
  return `linear-gradient(to ${to}, ${stops.join(", ")})`;
}

function cellAfter(key: string, { day, hour }: Hour, phone: boolean): Hour | null {
  const along = phone ? { day: 1, hour: 0 } : { day: 0, hour: 1 };
  const across = phone ? { day: 0, hour: 1 } : { day: 1, hour: 0 };
  const step = ({ day: days, hour: hours }: Hour, by: number) => ({
    day: Math.min(6, Math.max(0, day + days * by)),
    hour: Math.min(HOURS - 1, Math.max(0, hour + hours * by)),
  });
  switch (key) {
    case "ArrowRight":
      return step(along, 1);
    case "ArrowLeft":
      return step(along, -1);
    case "ArrowDown":
      return step(across, 1);
    case "ArrowUp":
      return step(across, -1);
    case "Home":
      return step(along, -HOURS);
    case "End":
      return step(along, HOURS);
    default:
      return null;
  }
}
