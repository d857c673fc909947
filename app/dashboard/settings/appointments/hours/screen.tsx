"use client";
import { ChevronDown, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { part } from "#components/ui/part.tsx";
import { Select } from "#components/ui/select.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { inWords } from "#lib/availability.ts";
import { clockText, rangeText } from "#lib/calendar/words.ts";
import type { HoursException } from "#lib/contract/hours.ts";
import { MOST_TO_MOVE } from "#lib/contract/rule-limits.ts";
import { formatDate } from "#lib/dates.ts";
import { dotted, plural } from "#lib/text.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { usePersonWeek } from "./use-week.tsx";
import { WeekCard } from "./week-card.tsx";

export function HoursScreen() {
  const { data: me } = useMe();
  const isManager = me !== undefined && me.role !== "USER";
  const { data: team } = useRead("team.list", isManager ? {} : null);
  const [asked, choose] = useUrlState("person");
  const id = (isManager && asked) || me?.id;
  const options = (team ?? []).map((person) => ({
    value: person.id,
    label: `${person.firstName} ${person.lastName}${person.id === me?.id ? " (me)" : ""}`,
  }));
  return (
    <>
      <ScreenTitle>Hours</ScreenTitle>
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h1>Hours</h1>
          <p className="mt-0.5 text-muted-foreground">When appointments can and can’t be booked.</p>
        </div>
        {isManager && id && options.length > 1 && (
          <Select
            label="Person"
            value={id}
            options={options}
            onChange={(next) => choose(next === me?.id ? "" : next)}
            className="w-56 phone:w-full"
          />
        )}
      </header>
      {id && <PersonHours key={id} id={id} isManager={isManager} timezone={me?.timezone} />}
    </>
  );
}

type Props = { id: string; isManager: boolean; timezone?: string | undefined };

function PersonHours({ id, isManager, timezone }: Props) {
  const today = timezone && dayOf(Date.now(), timezone);
  const read = useRead("people.hours", { params: { id } });
  const week = usePersonWeek(id);
  const { data } = read;
  if (!data) return <Pending read={read} />;
  const coming = data.exceptions.filter(({ to }) => !today || to >= today);
  return (
    <>
      <WeekCard
        title="Every week"
        hint={data.availability ? "" : "No booking hours yet. Paint the hours when visitors can book."}
        end="Accept no appointments"
        saved={data.availability ?? null}
        timezone={timezone}
        {...week}
      />
      <DaysOff id={id} isManager={isManager} exceptions={coming} timezone={timezone} />
    </>
  );
}

const DayOffModal = part(() => import("./day-off-modal.tsx"), "DayOffModal");

type DaysOffProps = {
  id: string;
  isManager: boolean;
  exceptions: HoursException[];
  timezone?: string | undefined;
};

function DaysOff({ id, isManager, exceptions, timezone }: DaysOffProps) {
  const [isOpen, setOpen] = useState(false);
  const remove = useAct("people.deleteException");
  return (
    <section aria-labelledby="days-off" className="card p-5 phone:p-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <h2 id="days-off">Days off and other hours</h2>
          <p className="mt-0.5 text-muted-foreground">
            Everyone sees the reason for days off of the whole store. Only the owner and admins see the reason
            for yours.
          </p>
        </div>
        <Button {...DayOffModal.near} onClick={() => setOpen(true)}>
          Add
        </Button>
      </header>
      {exceptions.length === 0 ? (
        <p className="mt-4 text-muted-foreground">No days off yet.</p>
      ) : (
        <ul className="mt-4 grid">
          {exceptions.map((one) => (
            <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t py-2.5">
              <span className="min-w-44 font-medium">{daysOf(one)}</span>
              <span className="min-w-40 flex-1 text-muted-foreground">
                {dotted(
                  one.isStores ? "Whole store" : "",
                  one.hours ? inWords(one.hours) : one.isStores ? "Closed" : "Away",
                  one.reason,
                )}
              </span>
              {(isManager || !one.isStores) && (
                <Button
                  disabled={remove.pending}
                  aria-label={`Remove ${daysOf(one)}`}
                  onClick={() => void remove.act({ params: { id: one.id } })}
                >
                  Remove
                </Button>
              )}
              {one.toMove.length > 0 && (
                <ToMove
                  appointments={one.toMove}
                  timezone={timezone}
                  moveAll={one.isStores ? null : moveAll(id, one, timezone)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && <DayOffModal personId={id} isManager={isManager} onClose={() => setOpen(false)} />}
    </section>
  );
}

const MOST_DAYS = 62;

function moveAll(id: string, { from, to }: HoursException, timezone = "UTC"): string {
  const today = dayOf(Date.now(), timezone);
  const first = from < today ? today : from;
  const last = addDays(first, MOST_DAYS - 1);
  return `/dashboard/appointments?day=${first}&away=${id}&until=${to < last ? to : last}`;
}

type ToMoveProps = {
  appointments: HoursException["toMove"];
  timezone?: string | undefined;
  moveAll: string | null;
};

function ToMove({ appointments, timezone = "UTC", moveAll: href }: ToMoveProps) {
  return (
    <div className="w-full rounded-md bg-warning-soft text-warning">
      <details className="group">
        <summary className="flex min-h-8 cursor-pointer items-center gap-1.5 px-3 font-medium text-sm pointer-coarse:min-h-11">
          <TriangleAlert size={14} strokeWidth={2} aria-hidden="true" />
          {appointments.length < MOST_TO_MOVE
            ? plural(appointments.length, "appointment")
            : `${MOST_TO_MOVE} appointments or more`}{" "}
          to move
          <ChevronDown size={14} aria-hidden="true" className="group-open:rotate-180" />
        </summary>
        <ul className="grid px-3 pb-2">
          {appointments.map(({ id, startsAt, title, name }) => {
            const start = Date.parse(startsAt ?? "");
            const day = dayOf(start, timezone);
            return (
              <li key={id}>
                <Link
                  href={`/dashboard/appointments?day=${day}`}
                  className="inline-flex min-h-7 flex-wrap items-center gap-x-1.5 text-sm underline-offset-2 hover:underline pointer-coarse:min-h-11"
                >
                  <span className="tabular-nums">
                    {rangeText(day, day)}, {clockText(start, timezone)}
                  </span>
                  <span>
                    {name} · {title}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      </details>
      {href && (
        <Link
          href={href}
          className="inline-flex min-h-7 items-center px-3 font-semibold text-sm underline underline-offset-3 pointer-coarse:min-h-11"
        >
          Move or cancel all
        </Link>
      )}
    </div>
  );
}

function daysOf({ from, to }: HoursException): string {
  const [first, last] = [formatDate(from), formatDate(to)];
  return first === last ? first : `${first} – ${last}`;
}
