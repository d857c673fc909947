"use client";
import { useEffect, useId, useState } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { slotDays } from "#lib/calendar/slot-days.ts";
import type { Slots } from "#lib/contract/bookings.ts";

type Props = {
  slots: Slots;
  timezone: string;
  onTimezone: (timezone: string) => void;
  chosen: string | null;
  onChoose: (startsAt: string) => void;
};

/** Days with their free times, in a zone of the visitor's choice. Without scripts it can be read all the same. */
export function SlotPicker({ slots, timezone, onTimezone, chosen, onChoose }: Props) {
  const zones = useTimezones([timezone, slots.timezone]);
  const id = useId();
  return (
    <div className="grid gap-5">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="font-medium text-sm">
          Timezone
        </label>
        <select
          id={id}
          className="field"
          value={timezone}
          onChange={({ target }) => onTimezone(target.value)}
        >
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
        </select>
        {timezone !== slots.timezone && (
          <p className="text-muted-foreground text-sm">
            The store is in {slots.timezone.replaceAll("_", " ")}.
          </p>
        )}
      </div>
      <ol className="grid gap-4">
        {slotDays(slots.days, timezone).map(({ day, label, times, reason }) => (
          <li key={day} className="grid gap-2">
            <h3 className="font-semibold text-base">{label}</h3>
            {times.length === 0 && <p className="text-muted-foreground">{reason}</p>}
            {times.length > 0 && (
              <ul className="flex flex-wrap gap-2">
                {times.map((time) => (
                  <li key={time.startsAt}>
                    <button
                      type="button"
                      aria-pressed={time.startsAt === chosen}
                      aria-label={`${time.label}, ${label}`}
                      onClick={() => onChoose(time.startsAt)}
                      className={buttonClass({
                        variant: time.startsAt === chosen ? "primary" : "outline",
                        className: "tabular-nums",
                      })}
                    >
                      {time.label}
                    </button>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Every zone that the browser knows, once it is there; until then those that are needed. */
function useTimezones(needed: string[]): string[] {
  const [known, setKnown] = useState<string[]>([]);
  useEffect(() => setKnown(Intl.supportedValuesOf("timeZone")), []);
  return [...new Set([...known, ...needed])].sort();
}

/** The browser's own zone; the store's until it is known. */
export function useVisitorTimezone(store: string) {
  const [timezone, setTimezone] = useState(store);
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    if (timeZone) setTimezone(timeZone);
  }, []);
  return [timezone, setTimezone] as const;
}
