"use client";
import { CircleAlert } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { WeekGrid } from "#components/ui/week-grid.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import {
  closedWeek,
  dayNames,
  hoursPerWeek,
  inWords,
  presets,
  sameWeek,
  type Week,
} from "#lib/availability.ts";
import type { Account, Calendar } from "#lib/contract/calendar.ts";
import { plural } from "#lib/text.ts";
import { useUnsaved } from "#lib/unsaved.ts";
import { CalendarChoice } from "./calendar-choice.tsx";

type Props = { calendars: Calendar[]; saved: Account["calendarData"]; timezone?: string };

export function SettingsForm({ calendars, saved, timezone }: Props) {
  const before = { calendarId: saved?.calendarId ?? "", week: saved?.availability ?? closedWeek };
  const [calendarId, setCalendarId] = useState(before.calendarId);
  const [week, setWeek] = useState<Week>(before.week);
  const [failure, setFailure] = useState<string | null>(null);
  const { act, pending } = useAct("integration.setCalendar");
  const dirty = calendarId !== before.calendarId || !sameWeek(week, before.week);
  useUnsaved(dirty);

  const submit = useSubmit(async () => {
    const { calendarForm } = await import("#lib/contract/calendar.ts");
    const form = calendarForm.safeParse({ calendarId, availability: week });
    if (!form.success) return setFailure(form.error.issues[0]?.message ?? "Invalid input");
    setFailure(refusal("integration.setCalendar", await act({ body: form.data }))?.text ?? null);
  });

  const total = hoursPerWeek(week);
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-4">
      <div className="grid gap-5 px-5 phone:px-4">
        <CalendarChoice calendars={calendars} value={calendarId} onChange={setCalendarId} />
        <div className="grid gap-3">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h3 className="font-medium text-sm">Weekly availability</h3>
            <p className="text-muted-foreground text-sm">
              {total === 0 ? "No hours are open: nobody can book." : `${plural(total, "hour")} per week`}
              {timezone && ` · ${timezone.replaceAll("_", " ")} time · `}
              {timezone && (
                <Link href="/dashboard/settings" prefetch={false} className="link">
                  Change timezone
                </Link>
              )}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {Object.entries(presets).map(([name, preset]) => (
              <Button key={name} onClick={() => setWeek(preset(week))}>
                {name}
              </Button>
            ))}
          </div>
          <WeekGrid label="Weekly availability" week={week} onChange={setWeek} />
          <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2 xl:grid-cols-3">
            {week.map((hours, day) => (
              <div key={dayNames[day]} className="flex gap-2">
                <dt className="w-24 shrink-0 font-medium">{dayNames[day]}</dt>
                <dd className="text-muted-foreground">{inWords(hours)}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <footer className="sticky bottom-0 z-10 flex flex-wrap items-center gap-3 rounded-b-lg border-t bg-card px-5 py-3 phone:bottom-[calc(60px+env(safe-area-inset-bottom))] phone:px-4">
        {failure ? (
          <p role="alert" className="flex flex-1 items-center gap-2 font-medium text-danger text-sm">
            <CircleAlert size={16} className="shrink-0" aria-hidden="true" />
            {failure}
          </p>
        ) : (
          <p className="flex-1 text-muted-foreground text-sm">{dirty && "Unsaved changes"}</p>
        )}
        {dirty && (
          <Button
            onClick={() => {
              setCalendarId(before.calendarId);
              setWeek(before.week);
              setFailure(null);
            }}
          >
            Discard
          </Button>
        )}
        <Button type="submit" variant="primary" busy={pending}>
          {pending ? "Saving…" : "Save"}
        </Button>
      </footer>
    </form>
  );
}
