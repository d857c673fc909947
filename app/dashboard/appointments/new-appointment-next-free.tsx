import clsx from "clsx";
import { Button } from "#components/ui/button.tsx";
import { Loading } from "#components/ui/states.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { useRead } from "#lib/api/use-read.ts";
import { nextFree } from "#lib/calendar/slot-days.ts";
import { weekdayText } from "#lib/calendar/words.ts";
import { addDays } from "#lib/time/days.ts";
import { firstName, Group } from "./new-appointment-choices.tsx";

// The host uses the store's days, so the search starts a day early.
const EDGE = 1;
const DAYS = 28;

type Wanted = { typeId: string | null; minutes: number; personId: string | null; from: string };

export function useFreeTimes(wanted: Wanted | null) {
  const { typeId, minutes, personId, from } = wanted ?? {};
  const query = from && {
    from: addDays(from, -EDGE),
    to: addDays(from, DAYS),
    minutes,
    ...(typeId && { typeId }),
    ...(personId && { personId }),
  };
  return useRead("people.slots", query ? { query } : null, { keepPreviousData: false });
}

type Props = {
  read: ReturnType<typeof useFreeTimes>;
  person: { name: string } | null;
  timezone: string;
  today: string;
  from: string;
  selected: string | null;
  onChoose: (startsAt: string) => void;
};

export function NextFree({ read, person, timezone, today, from, selected, onChoose }: Props) {
  const { data, error, isValidating } = read;
  const slow = useDelayed(!data && !error);
  const days = data && nextFree(data.days, timezone, from);
  const personName = person ? firstName(person.name) : "anyone";
  return (
    <Group label={`Next available with ${personName}`}>
      <div className="min-h-29 phone:min-h-36">
        {days ? (
          <ul className="grid gap-1.5">
            {days.map(({ day, label, times }) => (
              <li
                key={day}
                className="grid grid-cols-[62px_1fr] items-center tabular-nums phone:grid-cols-[64px_1fr]"
              >
                <span className="text-muted-foreground text-sm">
                  {day === today ? "Today" : `${weekdayText(day)} ${Number(day.slice(8))}`}
                </span>
                <span className="grid grid-cols-[repeat(auto-fill,minmax(max(4.75rem,30%),1fr))] gap-1.5">
                  {times.map(({ startsAt, label: time }) => (
                    <button
                      key={startsAt}
                      type="button"
                      aria-pressed={startsAt === selected}
                      aria-label={`${time}, ${label}`}
                      onClick={() => onChoose(startsAt)}
                      className={clsx(
                        "h-8 touch-manipulation truncate rounded-md border border-border-strong bg-card px-1 font-medium text-sm hover:bg-accent phone:h-11 phone:text-base pointer-coarse:h-11",
                        startsAt === selected &&
                          "border-primary! bg-primary-soft! text-primary-soft-foreground inset-ring inset-ring-primary",
                      )}
                    >
                      {time}
                    </button>
                  ))}
                </span>
              </li>
            ))}
            {days.length === 0 && (
              <li className="text-muted-foreground text-sm">
                No free time within four weeks{from > today ? " of that day" : ""}. You can still choose a
                time, and confirm it before booking.
              </li>
            )}
          </ul>
        ) : error && !isValidating ? (
          <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
            <span className="min-w-40 flex-1">
              {error.status === 503 ? error.message : "We couldn’t load the free times."} You can still choose
              a time.
            </span>
            <Button onClick={() => read.mutate()}>Try again</Button>
          </div>
        ) : (
          slow && <Loading />
        )}
      </div>
    </Group>
  );
}
