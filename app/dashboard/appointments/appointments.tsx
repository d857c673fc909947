"use client";
import { useMemo, useRef, useState } from "react";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { panelId } from "#components/ui/tabs.tsx";
import { useReload } from "#lib/api/use-reload.ts";
import { isOn, readAppointments } from "#lib/calendar/appointments.ts";
import { dateAt } from "#lib/calendar/clock.ts";
import { isOutside, type Period, periodOf } from "#lib/calendar/period.ts";
import { Agenda } from "./agenda.tsx";
import { CalendarHeader } from "./calendar-header.tsx";
import { DetailsProvider } from "./details.tsx";
import { MonthGrid } from "./month-grid.tsx";
import { NotConnected } from "./not-connected.tsx";
import { TimeGrid } from "./time-grid.tsx";
import { Unread } from "./unread.tsx";
import { useEvents } from "./use-events.ts";
import { useNow } from "./use-now.ts";
import { usePlace } from "./use-place.ts";
import { useSought } from "./use-sought.ts";

/** The calendar. Its frame stands whatever the host does; the events fill it. */
export function Appointments() {
  const { data: me, error: meError } = useMe();
  const timezone = me?.timezone ?? "UTC";
  const now = useNow();
  const today = dateAt(now, timezone);
  const [place, go] = usePlace();
  const period = useMemo(() => periodOf(place, timezone, today), [place, timezone, today]);
  const complete = me && me.isEmailIntegrationComplete === true;
  const events = useEvents(period, complete, timezone, today);
  const reloadMe = useReload("users.me");
  const appointments = useMemo(() => readAppointments(events.data ?? [], timezone), [events.data, timezone]);
  const seek = useSought(appointments);
  // The button of the month that opened a day is gone then, and the focus needs a place.
  const opened = useRef(false);
  const openDay = (date: string) => {
    opened.current = true;
    go({ view: "day", date });
  };
  function follow(booking: string, startsAt: string) {
    const start = Date.parse(startsAt);
    const date = dateAt(start, timezone);
    if (!period.days.some((day) => day.date === date)) go({ view: place.view, date });
    seek({ booking, start });
  }
  const [recalls, setRecalls] = useState(0);
  const error = events.error ?? (me ? undefined : meError);
  const grid = { period, appointments, loaded: events.isWhole, timezone, today };

  return (
    <DetailsProvider appointments={appointments} timezone={timezone} onMoved={follow}>
      <ScreenTitle>Appointments</ScreenTitle>
      <section
        aria-label="Calendar"
        className="flex h-[calc(100dvh-104px)] min-h-120 min-w-0 flex-col overflow-hidden rounded-lg border bg-card shadow-1 phone:-mx-4 phone:-mt-4 phone:-mb-7 phone:h-[calc(100dvh-116px-env(safe-area-inset-bottom))] phone:rounded-none phone:border-0 short:h-auto!"
      >
        <CalendarHeader
          place={place}
          period={period}
          timezone={timezone}
          status={events.slow ? "Loading…" : countText(period, grid)}
          onGo={go}
          onToday={() => {
            go({ view: place.view, date: null });
            setRecalls(recalls + 1);
          }}
        />
        {me && !complete && <NotConnected />}
        {error && (
          <Unread
            error={error}
            busy={events.isValidating}
            areOursShown={events.areOurs}
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
            <TimeGrid {...grid} now={now} opened={opened} recalls={recalls} />
          )}
        </div>
        <Agenda period={period} appointments={appointments} timezone={timezone} />
      </section>
    </DetailsProvider>
  );
}

const labels = { day: "Day", week: "Week", month: "Month" };
const none = {
  day: "No appointments on this day",
  week: "No appointments this week",
  month: "No appointments this month",
};

type Shown = { appointments: ReturnType<typeof readAppointments>; loaded: boolean };

/** That there are none is said only where all of them were read. */
function countText(period: Period, { appointments, loaded }: Shown): string {
  const days = period.days.filter(({ date }) => !isOutside(period, date));
  const count = appointments.filter((appointment) => days.some((day) => isOn(appointment, day))).length;
  if (count === 0) return loaded ? none[period.view] : "";
  return `${count} ${count === 1 ? "appointment" : "appointments"}`;
}
