"use client";
import clsx from "clsx";
import { CalendarOff, CircleAlert } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useAdministrators, useMay, useMe } from "#components/shell/use-me.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { useDates } from "#components/ui/dates.ts";
import { panelId } from "#components/ui/tabs.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import { useReload } from "#lib/api/cache.ts";
import { useComplete } from "#lib/api/complete.tsx";
import { readKey } from "#lib/api/keys.ts";
import { fetchKey } from "#lib/api/read-ahead.ts";
import { useRead } from "#lib/api/use-read.ts";
import { type Appointment, inOrder, isOn, readAppointments } from "#lib/calendar/appointments.ts";
import { readLook, readPeople, type Shown as ShownPeople } from "#lib/calendar/people.ts";
import {
  isOutside,
  move,
  type Period,
  type Place,
  periodOf,
  readPlace,
  type View,
  views,
} from "#lib/calendar/period.ts";
import type { Input } from "#lib/contract/contract.ts";
import { replaceQuery } from "#lib/layers.ts";
import { onFirstUse } from "#lib/stored-code.ts";
import { dayOf } from "#lib/time/days.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { Agenda } from "./agenda.tsx";
import { Away } from "./away.tsx";
import { CalendarHeader } from "./calendar-header.tsx";
import { DetailsProvider } from "./details.tsx";
import { FilterButton, Filters } from "./filters.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { NewAppointment, NewAppointmentButton } from "./new-appointment.tsx";
import { TimeGrid } from "./time-grid.tsx";

export function AppointmentsScreen() {
  const { data: me, error: meError } = useMe();
  const timezone = me?.timezone ?? "UTC";
  const now = useNow();
  const today = dayOf(now, timezone);
  const { place, go, show, step } = usePlace(today);
  const { weekStart } = useDates();
  const period = useMemo(
    () => periodOf(place, timezone, today, weekStart),
    [place, timezone, today, weekStart],
  );
  const isConnected = me?.isEmailIntegrationComplete === true;
  const { complete, events, look, team, appointments } = useEvents(period, isConnected, timezone, today);
  const reloadMe = useReload("users.me");
  const seek = useFocusBooking(appointments);
  const opened = useRef(false);
  const openDay = (date: string) => {
    opened.current = true;
    go({ view: "day", date });
  };
  function follow(booking: string, startsAt: string) {
    const start = Date.parse(startsAt);
    const date = dayOf(start, timezone);
    if (!period.days.some((day) => day.date === date)) go({ view: place.view, date });
    seek({ booking, start });
  }
  const [recalls, setRecalls] = useState(0);
  const error = events.error ?? (me ? undefined : meError);
  const isTeam = team !== undefined && (team.columns.length > 1 || look.people.length > 0);
  const people = isTeam && period.view === "day" ? team.people : null;
  const grid = { period, appointments, people, loaded: events.data !== undefined, timezone, today };

  return (
    <DetailsProvider appointments={appointments} timezone={timezone} onMoved={follow}>
      <ScreenTitle>Appointments</ScreenTitle>
      <section
        aria-label="Calendar"
        className="flex h-[calc(100dvh-104px)] min-h-120 min-w-0 flex-col overflow-hidden rounded-lg border bg-card shadow-1 phone:-mx-4 phone:-mt-4 phone:-mb-7 phone:h-[calc(100dvh-116px-env(safe-area-inset-bottom))] phone:rounded-none phone:border-0 short:h-auto!"
      >
        <CalendarHeader
          period={period}
          timezone={timezone}
          status={events.slow ? "Loading…" : countText(period, grid)}
          onView={show}
          onStep={step}
          onToday={() => {
            go({ view: place.view, date: null });
            setRecalls(recalls + 1);
          }}
          action={
            <>
              {team && <WaitingLink count={team.waiting} />}
              <NewAppointmentButton />
            </>
          }
        >
          {isTeam && <FilterButton team={team} look={look} />}
        </CalendarHeader>
        {isTeam && <Filters team={team} look={look} />}
        {complete === false && me && !isConnected && <NotConnected />}
        {team && <UnreadPeople team={team} busy={events.isValidating} onRetry={() => void events.mutate()} />}
        {error && (
          <RetryNotice
            look="bg-danger-soft font-medium text-danger"
            busy={events.isValidating}
            onRetry={() => (me ? void events.mutate() : reloadMe())}
          >
            {error.message === UNEXPECTED ? "Failed to fetch appointments" : error.message}
          </RetryNotice>
        )}
        <div
          id={panelId(period.view)}
          role="tabpanel"
          data-paper="no"
          aria-label={labels[period.view]}
          className="flex min-h-0 flex-1 flex-col border-t"
        >
          {period.view === "month" ? (
            <MonthGrid {...grid} onOpenDay={openDay} />
          ) : (
            <TimeGrid {...grid} now={now} opened={opened} recalls={recalls} onMoved={follow} />
          )}
        </div>
        <Agenda {...grid} />
      </section>
      <NewAppointment timezone={timezone} onBooked={follow} />
      <Away timezone={timezone} day={period.days[0]?.date ?? today} today={today} />
    </DetailsProvider>
  );
}

function WaitingLink({ count }: { count: number }) {
  return (
    <PrefetchLink
      href="/dashboard/settings/appointments/waiting"
      className={buttonClass({ className: "phone:hidden" })}
    >
      Waiting list
      {count > 0 && (
        <span className="rounded-full bg-muted px-1.5 text-muted-foreground text-xs tabular-nums">
          {count}
        </span>
      )}
    </PrefetchLink>
  );
}

const labels = { day: "Day", week: "Week", month: "Month" };
const none = {
  day: "No appointments on this day",
  week: "No appointments this week",
  month: "No appointments this month",
};

type Shown = { appointments: ReturnType<typeof readAppointments>; loaded: boolean };

function countText(period: Period, { appointments, loaded }: Shown): string {
  const days = period.days.filter(({ date }) => !isOutside(period, date));
  const count = appointments
    .filter(({ of }) => !of?.held)
    .filter((appointment) => days.some((day) => isOn(appointment, day))).length;
  if (count === 0) return loaded ? none[period.view] : "";
  return `${count} ${count === 1 ? "appointment" : "appointments"}`;
}

function NotConnected() {
  const mine = useMay()("integration.link");
  const ask = useAdministrators(!mine);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-warning-soft px-4 py-2.5 text-warning">
      <CalendarOff size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p className="min-w-50 flex-1 font-medium">
        {mine
          ? "You need to set up your email integration inside of Settings"
          : `No calendar is connected yet. ${ask}`}
      </p>
      {mine && (
        <PrefetchLink href="/dashboard/settings/integrations" className={buttonClass({ variant: "primary" })}>
          Go
        </PrefetchLink>
      )}
    </div>
  );
}

type UnreadPeopleProps = { team: ShownPeople; busy: boolean; onRetry: () => void };

function UnreadPeople({ team, busy, onRetry }: UnreadPeopleProps) {
  const unread = team.people.filter(({ error }) => error);
  if (unread.length === 0) return null;
  return (
    <RetryNotice look="bg-warning-soft text-warning" busy={busy} onRetry={onRetry}>
      <b className="font-medium">{unread.map(({ name }) => name).join(", ")}: </b>
      {unread[0]?.error}
    </RetryNotice>
  );
}

type RetryNoticeProps = { look: string; busy: boolean; onRetry: () => void; children: ReactNode };

function RetryNotice({ look, busy, onRetry, children }: RetryNoticeProps) {
  return (
    <div
      role="alert"
      className={clsx("flex flex-wrap items-center gap-x-3 gap-y-2 border-t px-4 py-2", look)}
    >
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p className="min-w-50 flex-1">{children}</p>
      <Button onClick={onRetry} busy={busy} className="text-foreground">
        Try again
      </Button>
    </div>
  );
}

/** Section 7 hosts have no `team`, only the user's own events. */
function useEvents(period: Period, isConnected: boolean, timezone: string, today: string) {
  const complete = useComplete();
  const isOwn = complete === false && isConnected;
  const calendars = useRead("people.calendar", daysOf(period), { keepPreviousData: false });
  const own = useRead("integration.events", isOwn ? input(period) : null, { keepPreviousData: false });
  const events = complete === false ? own : calendars;
  const slow = useDelayed((complete || isOwn) && !events.data && !events.error);
  useNeighbours("people.calendar", daysOf, isSettled(calendars), period, timezone, today);
  useNeighbours("integration.events", input, isSettled(own), period, timezone, today);

  const params = useSearchParams();
  const look = useMemo(() => readLook(new URLSearchParams(params)), [params]);
  const team = useMemo(
    () => calendars.data && readPeople(calendars.data, timezone, look),
    [calendars.data, timezone, look],
  );
  const appointments = useMemo(
    () =>
      team
        ? inOrder(team.people.flatMap((person) => person.appointments))
        : readAppointments(own.data ?? [], timezone),
    [team, own.data, timezone],
  );
  return { complete, events: { ...events, slow }, look, team, appointments };
}

function input({ from, to }: Period) {
  return { query: { from, to } };
}

function daysOf({ days }: Period) {
  return { query: { from: days[0]?.date ?? "", to: days.at(-1)?.date ?? "" } };
}

function isSettled({ data, isValidating }: { data: unknown; isValidating: boolean }): boolean {
  return data !== undefined && !isValidating;
}

function useNeighbours<N extends "integration.events" | "people.calendar">(
  name: N,
  inputOf: (period: Period) => Input<N>,
  settled: boolean,
  period: Period,
  timezone: string,
  today: string,
): void {
  const { cache, mutate } = useSWRConfig();
  const { weekStart } = useDates();
  useEffect(() => {
    if (!settled) return;
    return onFirstUse(() => {
      for (const by of [-1, 1] as const) {
        const key = readKey(name, inputOf(periodOf(move(period, by), timezone, today, weekStart)));
        if (!cache.get(key)?.data) mutate(key, fetchKey(key), { revalidate: false }).catch(() => {});
      }
    });
  }, [name, inputOf, settled, period, timezone, today, weekStart, cache, mutate]);
}

/** Back returns to the previous view, not through each day. */
function usePlace(today: string) {
  const params = useSearchParams();
  const place = useMemo(() => readPlace(new URLSearchParams(params)), [params]);
  const ahead = useRef<Place[]>([]);
  useEffect(() => {
    const at = ahead.current.findIndex(({ view, date }) => view === place.view && date === place.date);
    ahead.current = at < 0 ? [] : ahead.current.slice(at + 1);
  }, [place]);
  const go = useCallback((next: Place) => {
    ahead.current.push(next);
    const query = new URLSearchParams(window.location.search);
    const change = readPlace(query).view === next.view ? "replaceState" : "pushState";
    for (const view of views) query.delete(view);
    if (next.view !== "week" || next.date) query.set(next.view, next.date ?? "");
    window.history[change](null, "", `${window.location.pathname}${query.size > 0 ? `?${query}` : ""}`);
  }, []);
  const show = useCallback(
    (view: View) => go({ view, date: (ahead.current.at(-1) ?? place).date }),
    [go, place],
  );
  const step = useCallback(
    (by: 1 | -1) => {
      const { view, date } = ahead.current.at(-1) ?? place;
      go(move({ view, date: date ?? today }, by));
    },
    [go, place, today],
  );
  return { place, go, show, step };
}

const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

function useNow(): number {
  const [now, setNow] = useState(thisMinute);
  useEffect(() => {
    const update = () => setNow(thisMinute());
    const timer = setInterval(update, 5000);
    document.addEventListener("visibilitychange", update);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", update);
    };
  }, []);
  return now;
}

/** `start`: expected time (ms), if it appears only after the next load. */
type Target = { booking: string; start?: number };

function useFocusBooking(appointments: readonly Appointment[]): (sought: Target) => void {
  const named = useSearchParams().get("booking");
  const [asked, setAsked] = useState<Target | null>(null);
  useEffect(() => {
    const sought = asked ?? (named ? { booking: named } : null);
    if (!sought || !appointments.some((appointment) => isTarget(appointment, sought))) return;
    document.querySelector<HTMLElement>(`[data-booking="${CSS.escape(sought.booking)}"]`)?.focus();
    setAsked(null);
    if (!named) return;
    replaceQuery({ booking: "" });
  }, [asked, named, appointments]);
  return setAsked;
}

function isTarget({ booking, start }: Appointment, sought: Target): boolean {
  return booking === sought.booking && (sought.start === undefined || sought.start === start);
}
