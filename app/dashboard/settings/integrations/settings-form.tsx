"use client";
import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import { useState } from "react";
import { useSWRConfig } from "swr";
import { Button } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { WeekGrid } from "#components/ui/week-grid.tsx";
import { readKey } from "#lib/api/keys.ts";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { closedWeek, hoursPerWeek, presets, sameWeek, type Week } from "#lib/availability.ts";
import type { Account, Calendar } from "#lib/contract/calendar.ts";
import { plural } from "#lib/text.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { CalendarChoice } from "./calendar-choice.tsx";
import { HoursList } from "./hours-list.tsx";

const loadContract = whenIdle(() => import("#lib/contract/calendar.ts"));

type Props = { calendars: Calendar[]; account: Account; timezone?: string };
type Choice = { calendarId: string; week: Week };

export function SettingsForm({ calendars, account, timezone }: Props) {
  const { mutate } = useSWRConfig();
  const saved: Choice = {
    calendarId: account.calendarData?.calendarId ?? "",
    week: account.calendarData?.availability ?? closedWeek,
  };
  // Null until something is chosen: till then the form follows what is saved.
  const [draft, setDraft] = useState<Choice | null>(null);
  const { calendarId, week } = draft ?? saved;
  const [failure, setFailure] = useState<string | null>(null);
  const { act, pending } = useAct("integration.setCalendar");
  const dirty = calendarId !== saved.calendarId || !sameWeek(week, saved.week);
  useUnsaved(dirty);

  const change = (to: (choice: Choice) => Partial<Choice>) =>
    setDraft((draft) => {
      const choice = draft ?? saved;
      return { ...choice, ...to(choice) };
    });
  const repaint = (paint: (week: Week) => Week) => change(({ week }) => ({ week: paint(week) }));

  const submit = useSubmit(async () => {
    const { calendarForm } = await loadContract();
    const form = calendarForm.safeParse({ calendarId, availability: week });
    if (!form.success) return setFailure(form.error.issues[0]?.message ?? "Invalid input");
    const outcome = await act({ body: form.data });
    setFailure(refusal("integration.setCalendar", outcome)?.text ?? null);
    if (!outcome.ok) return;
    // Saved is saved, though the account has still to be read again.
    mutate(
      readKey("integration.account", {}),
      { ...account, calendarData: form.data },
      { revalidate: false },
    );
    setDraft(null);
  });

  const total = hoursPerWeek(week);
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-4">
      <div className="grid gap-5 px-5 phone:px-4">
        <CalendarChoice
          calendars={calendars}
          value={calendarId}
          onChange={(calendarId) => change(() => ({ calendarId }))}
        />
        <div className="grid gap-3">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <h3 className="font-medium text-sm">Weekly availability</h3>
            <p className="text-muted-foreground text-sm">
              {total === 0 ? "No hours are open: nobody can book." : `${plural(total, "hour")} per week`}
              {timezone && ` · ${timezone.replaceAll("_", " ")} time · `}
              {timezone && (
                <Link href="/dashboard/settings" className="link">
                  Change timezone
                </Link>
              )}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            {Object.entries(presets).map(([name, preset]) => (
              <Button key={name} onClick={() => repaint(preset)}>
                {name}
              </Button>
            ))}
          </div>
          <WeekGrid label="Weekly availability" week={week} onChange={repaint} />
          <HoursList week={week} />
        </div>
      </div>
      <footer
        className={clsx(
          "flex flex-wrap items-center gap-3 rounded-b-lg border-t bg-card px-5 py-3 phone:px-4",
          // What is unsaved stays in sight, above the tab bar.
          dirty && "sticky bottom-0 z-10 phone:bottom-[calc(60px+env(safe-area-inset-bottom))]",
        )}
      >
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
              setDraft(null);
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
