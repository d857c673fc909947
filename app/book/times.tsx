"use client";
import { ChevronDown } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { ApiError, call } from "#lib/api/call.ts";
import { type SlotDay, slotDays } from "#lib/calendar/slot-days.ts";
import type { VisitorSlots } from "#lib/contract/bookings.ts";
import { isChunkError } from "#lib/page-state.ts";
import { addDays } from "#lib/time/days.ts";
import { isKnown } from "#lib/time/zone.ts";
import { NOT_LOADED, UNEXPECTED } from "#lib/unexpected.ts";
import { whenIdle } from "#lib/when-idle.ts";

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
      <ol className="[&>li+li]:border-t overflow-hidden rounded-lg border">
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

/** Why it did not work, brought before whoever pressed a button further down. */
export function Refused({ why }: { why: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Alert>{why}</Alert>
    </div>
  );
}

/** Its schemas come when they are needed: the first view is read without them. */
export const loadContract = whenIdle(() => import("#lib/contract/bookings.ts"));

type Source = {
  slug: string;
  first: VisitorSlots;
  /** Of the booking that is being moved: its own time is free for it. */
  token?: string;
};

export type Times = ReturnType<typeof useTimes>;

/** The times on screen, the one that is chosen, and going for it. */
export function useTimes({ slug, first, token }: Source) {
  const [slots, setSlots] = useState(first);
  const [timezone, setTimezone] = useVisitorTimezone(first.timezone);
  const [chosen, choose] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const shown = slots.days.at(-1)?.day ?? slots.last;
  const later = shown < slots.last ? addDays(shown, 1) : null;

  /** Null where it did not work: `refused` says why, and what somebody else was quicker with is off the list. */
  async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
    setBusy(true);
    setRefused(null);
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await refresh(error.answer);
      setRefused(error instanceof ApiError ? error.message : isChunkError(error) ? NOT_LOADED : UNEXPECTED);
      return null;
    } finally {
      setBusy(false);
    }
  }

  /** By what came with the refusal, else by asking again. If neither works the times stay, and are refused again. */
  async function refresh(conflict: unknown) {
    choose(null);
    const day = slots.days.find((one) => one.slots.includes(chosen ?? ""))?.day;
    const contract = await loadContract().catch(() => null);
    const said = contract?.slotLost.safeParse(conflict).data?.slots;
    const fresh = said ?? (await read({ from: day, to: day }).catch(() => null));
    const days = new Map(fresh?.days.map((one) => [one.day, one]));
    setSlots((old) => ({ ...old, days: old.days.map((one) => days.get(one.day) ?? one) }));
  }

  async function showLater() {
    const more = later && (await attempt(() => read({ from: later })));
    if (more) setSlots((old) => ({ ...more, days: [...old.days, ...more.days] }));
  }

  function read(period: { from?: string; to?: string }) {
    return call("visitor.slots", { params: { slug }, query: { ...period, token } });
  }

  return {
    slots,
    timezone,
    setTimezone,
    chosen,
    choose,
    refused,
    isBusy,
    attempt,
    /** The first day that is not shown, if more can be booked. */
    later,
    showLater,
  };
}

/** The browser's own zone; the store's until it is known, and where it never is. */
function useVisitorTimezone(store: string) {
  const [timezone, setTimezone] = useState(store);
  useEffect(() => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    // A device without a zone calls it Etc/Unknown, in which nobody can tell the time.
    if (timeZone && isKnown(timeZone)) setTimezone(timeZone);
  }, []);
  return [timezone, setTimezone] as const;
}
