import { CalendarDays, Clock, User } from "lucide-react";
import { dayText } from "#lib/calendar/words.ts";
import type { VisitorEntry } from "#lib/contract/waitlist.ts";
import { Line } from "./appointment-lines.tsx";

const TIMES = { ANY: "Any time", MORNING: "In the morning", AFTERNOON: "In the afternoon" };

export function WaitsFor({ entry: { from, to, timeOfDay, person } }: { entry: VisitorEntry }) {
  return (
    <ul className="grid gap-1">
      <Line icon={CalendarDays}>
        {from === to ? dayText(from) : `Any day from ${dayText(from)} to ${dayText(to)}`}
      </Line>
      <Line icon={Clock}>{TIMES[timeOfDay]}</Line>
      <Line icon={User}>{person ? `With ${person}` : "With anyone available"}</Line>
    </ul>
  );
}
