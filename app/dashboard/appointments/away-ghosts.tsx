"use client";
import clsx from "clsx";
import { useStore } from "#components/ui/use-store.ts";
import type { CalendarDay } from "#lib/calendar/days.ts";
import { clockStretches } from "#lib/calendar/pieces.ts";
import { clockText } from "#lib/calendar/words.ts";
import type { AwayPlan, AwayRow } from "#lib/contract/away.ts";
import { createStore } from "#lib/store.ts";
import { lengthOf } from "./hours.tsx";

export const shownPlan = createStore<AwayPlan | null>(null);

export function useLeaving(): (id: string | undefined) => boolean {
  const plan = useStore(shownPlan);
  return (id) =>
    plan?.rows.some((row) => row.id === id && (row.act === "MOVE" || row.act === "CANCEL")) ?? false;
}

type Props = { personId: string; day: CalendarDay; timezone: string };

export function Ghosts({ personId, day, timezone }: Props) {
  const plan = useStore(shownPlan);
  const from = plan?.person?.name.split(" ")[0];
  const rows = plan?.rows.filter(({ to }) => to?.personId === personId) ?? [];
  return rows.flatMap((row) => {
    const { start, end, before } = timesOf(row);
    return clockStretches({ start, end }, day).map((stretch) => (
      <p
        key={`${row.id} ${stretch.from}`}
        style={{ top: lengthOf(stretch.from), height: lengthOf(stretch.to - stretch.from) }}
        className={clsx(
          "pointer-events-none absolute right-1 left-0.5 z-3 overflow-hidden rounded-sm border-2 border-dashed px-1.75 text-xs leading-[0.9375rem]",
          start === before
            ? "border-primary bg-primary-soft text-primary-soft-foreground"
            : "border-warning bg-warning-soft text-warning",
        )}
      >
        <b className="font-semibold">{row.name}</b>{" "}
        <span className="whitespace-nowrap tabular-nums">
          {start === before ? `from ${from}` : `was ${clockText(before, timezone)}`}
        </span>
      </p>
    ));
  });
}

function timesOf({ startsAt, endsAt, to }: AwayRow) {
  const [before = 0, end = 0, start = 0] = [startsAt, endsAt, to?.startsAt].map((at) => Date.parse(at ?? ""));
  return { before, start, end: start + (end - before) };
}
