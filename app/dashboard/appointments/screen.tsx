"use client";
import { CalendarOff, CircleAlert } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useMemo, useRef, useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useAdministrators, useMay, useMe } from "#components/shell/use-me.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { panelId } from "#components/ui/tabs.tsx";
import { useReload } from "#lib/api/cache.ts";
import type { ApiError } from "#lib/api/call.ts";
import { useComplete } from "#lib/api/complete.tsx";
import { inOrder, isOn, readAppointments } from "#lib/calendar/appointments.ts";
import { readLook, readPeople, type Shown as ShownPeople } from "#lib/calendar/people.ts";
import { isOutside, type Period, periodOf } from "#lib/calendar/period.ts";
import { dayOf } from "#lib/time/days.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { Agenda } from "./agenda.tsx";
import { CalendarHeader } from "./calendar-header.tsx";
import { DetailsProvider } from "./details.tsx";
import { FilterButton, Filters } from "./filters.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { NewAppointment, NewAppointmentButton } from "./new-appointment.tsx";
import { TimeGrid } from "./time-grid.tsx";
import { useEvents, useFocusBooking, useNow, usePeople, usePlace } from "./use-calendar.ts";

export function AppointmentsScreen() {
  const { data: me, error: meError } = useMe();
  const timezone = me?.timezone ?? "UTC";
  const now = useNow();
  const today = dayOf(now, timezone);
  const { place, go, show, step } = usePlace(today);
  const period = useMemo(() => periodOf(place, timezone, today), [place, timezone, today]);
  const complete = useComplete();
  const isConnected = me?.isEmailIntegrationComplete === true;
  const calendars = usePeople(period, complete === true, timezone, today);
  const own = useEvents(period, complete === false && isConnected, timezone, today);
  const events = complete === false ? own : calendars;
  const params = useSearchParams();
  const look = useMemo(() => readLook(new URLSearchParams(params)), [params]);
  const team = useMemo(
    () => calendars.data && readPeople(calendars.data, timezone, look),
    [calendars.data, timezone, look],
  );
  const reloadMe = useReload("users.me");
  const appointments = useMemo(
    () =>
      team
        ? inOrder(team.people.flatMap((person) => person.appointments))
        : readAppointments(own.data ?? [], timezone),
    [team, own.data, timezone],
  );
  const seek = useFocusBooking(appointments);
  // Focus target after the month's button disappears.
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
  // A store with one person keeps the single-column day.
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
              {team && team.waiting > 0 && <WaitingLink count={team.waiting} />}
              <NewAppointmentButton />
            </>
          }
        >
          {isTeam && <FilterButton team={team} look={look} />}
        </CalendarHeader>
        {isTeam && <Filters team={team} look={look} />}
        {complete === false && me && !isConnected && <NotConnected />}
        {team && (
          <UnreadPeople team={team} busy={calendars.isValidating} onRetry={() => void calendars.mutate()} />
        )}
        {error && (
          <Unread
            error={error}
            busy={events.isValidating}
            onRetry={() => (me ? void events.mutate() : reloadMe())}
          />
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
      <span className="rounded-full bg-muted px-1.5 text-muted-foreground text-xs tabular-nums">{count}</span>
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

/** Only says "No appointments" once all are loaded. */
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
  const names = unread.map(({ name }) => name).join(", ");
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-warning-soft px-4 py-2 text-warning"
    >
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p className="min-w-50 flex-1">
        <b className="font-medium">{names}: </b>
        {unread[0]?.error}
      </p>
      <Button onClick={onRetry} busy={busy} className="text-foreground">
        Try again
      </Button>
    </div>
  );
}

type UnreadProps = { error: ApiError; busy: boolean; onRetry: () => void };

function Unread({ error, busy, onRetry }: UnreadProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-danger-soft px-4 py-2.5 text-danger"
    >
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p className="min-w-50 flex-1 font-medium">
        {error.message === UNEXPECTED ? "Failed to fetch appointments" : error.message}
      </p>
      <Button onClick={onRetry} busy={busy} className="text-foreground">
        Try again
      </Button>
    </div>
  );
}
