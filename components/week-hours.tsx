import clsx from "clsx";
import { useId } from "react";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { useMedia } from "#components/ui/use-media.ts";
import { WeekGrid } from "#components/ui/week-grid.tsx";
import { dayNames, hoursPerWeek, inWords, presets, type Week } from "#lib/availability.ts";
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
const NARROW = "(max-width: 1279px)";

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
            <div key={name} className="grid grid-cols-[88px_minmax(0,1fr)] items-start gap-2">
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
