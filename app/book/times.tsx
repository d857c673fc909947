import clsx from "clsx";
import { Bell, ChevronDown } from "lucide-react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { type SlotDay, slotDays } from "#lib/calendar/slot-days.ts";
import { clockText } from "#lib/calendar/words.ts";
import { HOUR } from "#lib/time/zone.ts";
import { offsetAt, type Times } from "./use-times.ts";

type TimesProps = {
  times: Times;
  path: string;
  onWait?: ((day: string) => void) | undefined;
  loadWait?: () => void;
};

export function TimesList({ times, path, onWait, loadWait }: TimesProps) {
  const { slots, timezone, later, showLater, person, isBusy, opened } = times;
  const days = useMemo(() => slotDays(slots.days, timezone), [slots.days, timezone]);
  const free = days.filter((day) => day.times.length > 0);
  const open = free.find(({ day }) => day === opened) ?? free[0];
  const end = days.at(-1)?.label;
  return (
    <div aria-busy={isBusy} className={clsx("grid gap-4", isBusy && "opacity-60")}>
      {!open && <p className="font-medium">No free times until {end}.</p>}
      <ol className="[&>li+li]:border-t overflow-hidden rounded-lg border">
        {days.map((day) => (
          <li key={day.day}>
            {day.times.length > 0 ? (
              <OpenDay
                day={day}
                isOpen={day === open}
                href={pageUrl(path, { from: slots.days[0]?.day, day: day.day, person })}
                {...times}
              />
            ) : (
              <div className="text-muted-foreground">
                <div className="flex min-h-12 items-center justify-between gap-3 px-4 py-2">
                  <h3>{day.label}</h3>
                  <p>{day.reason}</p>
                </div>
                {day.isFull && onWait && (
                  <div className="px-4 pb-4 noscript:hidden">
                    <Button
                      icon={Bell}
                      onClick={() => onWait(day.day)}
                      onPointerEnter={loadWait}
                      onFocus={loadWait}
                      aria-label={`Notify me if a time opens up, ${day.label}`}
                      className="h-11! phone:w-full"
                    >
                      Notify me if a time opens up
                    </Button>
                  </div>
                )}
              </div>
            )}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {later && (
          <a
            href={pageUrl(path, { from: later, person })}
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
          {later ? `Showing times until ${end}` : `Appointments can be booked until ${end}`}
        </p>
      </div>
    </div>
  );
}

function pageUrl(path: string, asked: Record<string, string | null | undefined>): string {
  const set = Object.entries(asked).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return `${path}?${new URLSearchParams(set)}`;
}

type OpenDayProps = Times & { day: SlotDay; isOpen: boolean; href: string };

/** A collapsed day renders its times when it is expanded. Without scripts, `href` shows them. */
function OpenDay({ day, isOpen, href, ...times }: OpenDayProps) {
  const { openDay } = times;
  const box = useRef<HTMLDetailsElement>(null);
  const [wasOpened, setWasOpened] = useState(false);
  useEffect(() => setWasOpened(box.current?.open ?? false), []);
  const count = day.times.length;
  return (
    <details
      ref={box}
      name="day"
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open && !isOpen && openDay(day.day)}
      className="group"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        onClick={() => setWasOpened(true)}
        className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-accent [&::-webkit-details-marker]:hidden"
      >
        <h3 className="font-medium">{day.label}</h3>
        <span className="ml-auto text-muted-foreground tabular-nums">
          {count} {count === 1 ? "time" : "times"}
        </span>
        <ChevronDown size={16} className="shrink-0 text-muted-foreground group-open:rotate-180" />
      </summary>
      {isOpen || wasOpened ? (
        <DayTimes day={day} {...times} />
      ) : (
        <noscript>
          <a href={href} className="link block px-4 pt-1 pb-4">
            Show the times
          </a>
        </noscript>
      )}
    </details>
  );
}

function DayTimes({ day, time, chooseTime, timezone, slots }: Times & { day: SlotDay }) {
  const inStore = (startsAt: string) => `${clockText(Date.parse(startsAt), slots.timezone)} in the store`;
  const isElsewhere = day.times.some(
    ({ startsAt }) => offsetAt(startsAt, timezone) !== offsetAt(startsAt, slots.timezone),
  );
  return (
    // Room for both clocks, so nothing shifts once the visitor's timezone is known.
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2 px-4 pt-1 pb-4">
      {day.times.map(({ startsAt, label }) => (
        <li key={startsAt}>
          <button
            type="button"
            aria-pressed={startsAt === time}
            aria-label={[isElsewhere ? `${label} ${inStore(startsAt)}` : label, day.label].join(", ")}
            onClick={() => chooseTime(startsAt)}
            className={buttonClass({
              variant: startsAt === time ? "primary" : "outline",
              className:
                "h-11! w-full flex-col gap-0! px-1! leading-tight tabular-nums noscript:pointer-events-none noscript:border-0 noscript:shadow-none",
            })}
          >
            {label}{" "}
            {isElsewhere && (
              <span className={clsx("font-normal text-xs", startsAt !== time && "text-muted-foreground")}>
                {inStore(startsAt)}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function TimezoneField({ slots, timezone, setTimezone }: Times) {
  const [zones, loadZones] = useTimezones([timezone, slots.timezone]);
  const id = useId();
  const store = slots.timezone.replaceAll("_", " ");
  const firstSlot = slots.days.flatMap((day) => day.slots)[0];
  const hours = firstSlot ? (offsetAt(firstSlot, slots.timezone) - offsetAt(firstSlot, timezone)) / HOUR : 0;
  const difference = `${Math.abs(hours)} ${Math.abs(hours) === 1 ? "hour" : "hours"}`;
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
            onPointerEnter={loadZones}
            onFocus={loadZones}
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
            className="pointer-events-none absolute inset-y-0 right-3 my-auto text-muted-foreground"
          />
        </div>
        <p className="text-muted-foreground text-sm">
          The store is in {store}
          {hours !== 0 && `, ${difference} ${hours < 0 ? "behind" : "ahead of"} you`}.
        </p>
      </div>
      <noscript>
        <p className="text-muted-foreground">Times are the store’s, in {store}.</p>
      </noscript>
    </>
  );
}

/** All time zones once the visitor is about to choose, because they are 400 elements. */
function useTimezones(needed: string[]) {
  const [known, setKnown] = useState<string[]>([]);
  const load = () => setKnown(Intl.supportedValuesOf("timeZone"));
  return [[...new Set([...known, ...needed])].sort(), load] as const;
}

export function Refused({ why }: { why: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Alert>{why}</Alert>
    </div>
  );
}
