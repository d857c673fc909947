"use client";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useMedia } from "#components/ui/use-media.ts";
import { type Appointment, isOn } from "#lib/calendar/appointments.ts";
import type { Period } from "#lib/calendar/period.ts";
import { dayText, timeText } from "#lib/calendar/words.ts";

type Props = { period: Period; appointments: Appointment[]; timezone: string };

/** The calendar on paper: each day's appointments one below the other. It is made when somebody prints. */
export function Agenda({ period, appointments, timezone }: Props) {
  if (!usePrinting()) return null;
  return (
    <div data-paper="only" className="border-t">
      {period.days.map((day) => {
        const shown = appointments.filter((appointment) => isOn(appointment, day));
        if (shown.length === 0 && period.view === "month") return null;
        return (
          <section key={day.date} className="break-inside-avoid border-b py-2">
            <h2>{dayText(day.date)}</h2>
            {shown.length === 0 && <p className="text-muted-foreground">No appointments</p>}
            <ul>
              {shown.map((appointment) => (
                <li key={appointment.key} className="flex gap-4 py-0.5">
                  <span className="w-60 shrink-0 tabular-nums">{timeText(appointment, timezone)}</span>
                  <span className="font-medium">{appointment.title}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** Firefox prints a copy of the page, and says so beforehand only by the event. */
function usePrinting(): boolean {
  const paper = useMedia("print");
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setAsked(true));
    const end = () => setAsked(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return paper || asked;
}
