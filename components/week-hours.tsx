"use client";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { WeekGrid } from "#components/ui/week-grid.tsx";
import { dayNames, hoursPerWeek, inWords, presets, type Week } from "#lib/availability.ts";
import { plural } from "#lib/text.ts";

type Props = { week: Week; timezone?: string; onChange: (paint: (week: Week) => Week) => void };

/** The hours of a week, painted and in words. */
export function WeekHours({ week, timezone, onChange }: Props) {
  const total = hoursPerWeek(week);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h3 className="font-medium text-sm">Weekly availability</h3>
        <p className="text-muted-foreground text-sm">
          {total === 0 ? "No hours are open: nobody can book." : `${plural(total, "hour")} per week`}
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
      <WeekGrid label="Weekly availability" week={week} onChange={onChange} />
      <HoursList week={week} />
    </div>
  );
}

/** The week in words, day by day. */
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
