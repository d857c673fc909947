import { Calendar } from "lucide-react";
import { useId, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { part } from "#components/ui/part.tsx";
import type { AheadDay } from "#lib/contract/today.ts";
import { formatTime, formatWeekdayAndDay } from "#lib/dates.ts";
import { plural } from "#lib/text.ts";
import type { Whose } from "#lib/whose.ts";

const Ahead = part(() => import("./today-ahead.tsx"), "TodayAhead");

const FEW = 3;

/** A short list for today leaves room for all seven days. */
export function NextDays({ days, isShort, whose }: { days: AheadDay[]; isShort: boolean; whose: Whose }) {
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  return (
    <section aria-label="Next 7 days" className="border-t pb-2">
      <div className="flex min-h-8 items-center gap-2 px-4">
        <h3 className="flex flex-1 items-center gap-2 font-medium text-muted-foreground text-xs">
          <Calendar size={14} strokeWidth={1.75} aria-hidden="true" />
          Next 7 days
        </h3>
        <button
          type="button"
          aria-label={`Next 7 days: ${isOpen ? "Show less" : "Show all"}`}
          aria-expanded={isOpen}
          aria-controls={list}
          {...Ahead.near}
          onClick={() => setOpen(!isOpen)}
          className="-mr-2 min-h-8 px-2 font-medium text-link text-sm pointer-coarse:min-h-11"
        >
          {isOpen ? "Show less" : "Show all"}
        </button>
      </div>
      <div id={list}>
        {isOpen ? (
          <Ahead whose={whose} />
        ) : (
          <ul>
            {days.slice(0, isShort ? days.length : FEW).map((day) => (
              <Day key={day.day} {...day} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Day(ahead: AheadDay) {
  const { day, isClosed, reason, appointments, first, birthdays, anniversaries, tasks } = ahead;
  const { data: me } = useMe();
  const planned = [isClosed && "Closed", appointments && plural(appointments, "appointment")];
  const others = [
    reason,
    birthdays && plural(birthdays, "birthday"),
    anniversaries && (anniversaries === 1 ? "1 anniversary" : `${anniversaries} anniversaries`),
    tasks && plural(tasks, "task"),
  ].filter(Boolean);
  return (
    <li className="flex min-h-7 items-baseline gap-x-3 px-4 text-sm">
      <span className="w-24 shrink-0 font-medium tabular-nums">{formatWeekdayAndDay(day)}</span>
      <span className="text-muted-foreground">
        {planned.filter(Boolean).join(", ") || (others.length === 0 && "Nothing planned")}
        {first && <span className="phone:hidden">, first at {formatTime(first, me?.timezone)}</span>}
      </span>
      <span className="ml-auto text-right text-muted-foreground">{others.join(", ")}</span>
    </li>
  );
}
