"use client";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { inWords } from "#lib/availability.ts";
import type { HoursException } from "#lib/contract/calendar.ts";
import { formatDay, readDay } from "#lib/dates.ts";

const DayOffModal = part(() => import("./day-off-modal.tsx").then((module) => module.DayOffModal));

type Props = { id: string; leads: boolean; exceptions: HoursException[] };

/** The days that are not as the week is: away, or with other hours; the whole store's are the owner's and admins'. */
export function DaysOff({ id, leads, exceptions }: Props) {
  const [isOpen, setOpen] = useState(false);
  const remove = useAct("people.deleteException");
  return (
    <section
      aria-labelledby="days-off"
      className="rounded-lg border bg-card p-5 shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0 phone:p-4"
    >
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="days-off">Days off and other hours</h2>
          <p className="mt-0.5 text-muted-foreground">Nobody sees the reason but your colleagues.</p>
        </div>
        <Button onPointerEnter={DayOffModal.load} onFocus={DayOffModal.load} onClick={() => setOpen(true)}>
          Add
        </Button>
      </header>
      {exceptions.length === 0 ? (
        <p className="mt-4 text-muted-foreground">No days off are entered.</p>
      ) : (
        <ul className="mt-4 grid">
          {exceptions.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t py-2.5">
              <span className="min-w-44 font-medium">{daysOf(one)}</span>
              <span className="flex-1 text-muted-foreground">
                {[
                  one.isStores ? "Whole store" : "",
                  one.hours ? inWords(one.hours) : one.isStores ? "Closed" : "Away",
                  one.reason,
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              {(leads || !one.isStores) && (
                <Button
                  disabled={remove.pending}
                  aria-label={`Remove ${daysOf(one)}`}
                  onClick={() => void remove.act({ params: { id: one.id } })}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && <DayOffModal personId={id} leads={leads} onClose={() => setOpen(false)} />}
    </section>
  );
}

function daysOf({ from, to }: HoursException): string {
  const [first, last] = [written(from), written(to)];
  return first === last ? first : `${first} – ${last}`;
}

function written(day: string): string {
  const read = readDay(day);
  return read ? formatDay(read) : day;
}
