"use client";
import { ChevronDown } from "lucide-react";
import { useEffect, useId, useMemo, useState } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { type SlotDay, slotDays } from "#lib/calendar/slot-days.ts";
import type { Times } from "./use-times.ts";

/** Days with their free times; the first such day is open. `path`: of the page, for who has no scripts. */
export function TimesList({ times, path }: { times: Times; path: string }) {
  const { slots, timezone, later, showLater } = times;
  const days = useMemo(() => slotDays(slots.days, timezone), [slots.days, timezone]);
  const firstFree = days.find((day) => day.times.length > 0);
  const end = days.at(-1)?.label;
  return (
    <div className="grid gap-4">
      <TimezoneField {...times} />
      {!firstFree && <p className="font-medium">No free times until {end}.</p>}
      <ol className="divide-y overflow-hidden rounded-lg border">
        {days.map((day) => (
          <li key={day.day}>
            {day.times.length > 0 ? (
              <OpenDay day={day} isFirst={day === firstFree} {...times} />
            ) : (
              <div className="flex min-h-12 items-center justify-between gap-3 px-4 py-2 text-muted-foreground">
                <h3>{day.label}</h3>
                <p>{day.reason}</p>
              </div>
            )}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {later && (
          <a
            href={`${path}?from=${later}`}
            className={buttonClass()}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey) return;
              event.preventDefault();
              showLater();
            }}
          >
            Later days
          </a>
        )}
        <p role="status" className="text-muted-foreground text-sm">
          {later ? `Shown until ${end}` : `Appointments can be booked until ${end}`}
        </p>
      </div>
    </div>
  );
}

/** One day at a time stands open, also without scripts. */
function OpenDay({ day, isFirst, chosen, choose }: { day: SlotDay; isFirst: boolean } & Times) {
  const count = day.times.length;
  return (
    <details name="day" open={isFirst} className="group">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-accent [&::-webkit-details-marker]:hidden">
        <h3 className="font-medium">{day.label}</h3>
        <span className="ml-auto text-muted-foreground tabular-nums">
          {count} {count === 1 ? "time" : "times"}
        </span>
        <ChevronDown
          size={16}
          aria-hidden="true"
          className="shrink-0 text-muted-foreground group-open:rotate-180"
        />
      </summary>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-2 px-4 pt-1 pb-4">
        {day.times.map(({ startsAt, label }) => (
          <li key={startsAt}>
            <button
              type="button"
              aria-pressed={startsAt === chosen}
              aria-label={`${label}, ${day.label}`}
              onClick={() => choose(startsAt)}
              className={buttonClass({
                variant: startsAt === chosen ? "primary" : "outline",
                className:
                  "w-full px-1! tabular-nums noscript:pointer-events-none noscript:border-0 noscript:shadow-none",
              })}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** In whose time the times are. Without scripts they are the store's. */
function TimezoneField({ slots, timezone, setTimezone }: Times) {
  const zones = useTimezones([timezone, slots.timezone]);
  const id = useId();
  const store = slots.timezone.replaceAll("_", " ");
  return (
    <>
      <div className="grid gap-1.5 noscript:hidden">
        <label htmlFor={id} className="font-medium text-sm">
          Timezone
        </label>
        <div className="relative">
          <select
            id={id}
            className="field appearance-none pr-9!"
            value={timezone}
            onChange={({ target }) => setTimezone(target.value)}
          >
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {zone.replaceAll("_", " ")}
              </option>
            ))}
          </select>
          <ChevronDown
            size={16}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 my-auto text-muted-foreground"
          />
        </div>
        {/* Always, so that nothing moves down once the visitor's zone is known. */}
        <p className="text-muted-foreground text-sm">The store is in {store}.</p>
      </div>
      <noscript>
        <p className="text-muted-foreground">Times are the store’s, in {store}.</p>
      </noscript>
    </>
  );
}

/** Every zone that the browser knows, once it is there; until then those that are needed. */
function useTimezones(needed: string[]): string[] {
  const [known, setKnown] = useState<string[]>([]);
  useEffect(() => setKnown(Intl.supportedValuesOf("timeZone")), []);
  return [...new Set([...known, ...needed])].sort();
}
