import { dayNames, inWords, type Week } from "#lib/availability.ts";

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
