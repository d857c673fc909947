"use client";
import { ChevronDown } from "lucide-react";
import { useEffect, useId, useState } from "react";
import type { Times } from "./use-times.ts";

/** In whose time the times are. Without scripts they are the store's. */
export function TimezoneField({ slots, timezone, setTimezone }: Times) {
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
