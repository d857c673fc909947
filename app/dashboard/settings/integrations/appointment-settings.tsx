import clsx from "clsx";
import { useState } from "react";
import { useSWRConfig } from "swr";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { Loading, Pending } from "#components/ui/states.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { HoursList, WeekHours } from "#components/week-hours.tsx";
import { failureText, providerFailure } from "#lib/api/failure-text.ts";
import { readKey } from "#lib/api/keys.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { closedWeek, inHours, sameWeek, type Week } from "#lib/availability.ts";
import type { Account, Calendar } from "#lib/contract/calendar.ts";
import { stored } from "#lib/stored-code.ts";
import { DAY } from "#lib/time/zone.ts";

const MONTH = 31 * DAY;

function useCalendars(wanted: boolean) {
  // Constant while mounted, because it is part of the cache key.
  const [period] = useState(() => {
    const now = Date.now();
    return { from: new Date(now).toISOString(), to: new Date(now + MONTH).toISOString() };
  });
  return useRead("integration.calendars", wanted ? { query: period } : null, { revalidateOnFocus: false });
}

export function AppointmentSettings({ account }: { account: Account }) {
  const { data: me } = useMe();
  const mine = useMay()("integration.setCalendar");
  const calendars = useCalendars(true);
  const { data } = calendars;
  if (data?.length === 0) return null;
  return (
    <section aria-labelledby="appointment-settings" className="card">
      <header className="px-5 pt-5 phone:px-4">
        <h2 id="appointment-settings">Appointment Settings</h2>
        <p className="mt-0.5 text-muted-foreground">
          {account.isAuthorized
            ? "The calendar for your appointments, and your booking hours."
            : "Your calendar is kept in Loupe. Set your booking hours here."}
        </p>
      </header>
      {data && !mine ? (
        <Chosen calendars={data} account={account} />
      ) : data ? (
        <SettingsForm
          calendars={data}
          account={account}
          timezone={me?.timezone}
          first={account.isAuthorized ? undefined : data[0]?.id}
        />
      ) : (
        <Pending
          read={calendars}
          failure={calendars.error && failureText(providerFailure, calendars.error)}
          className="min-h-160"
        />
      )}
    </section>
  );
}

function Chosen({ calendars, account: { calendarData } }: { calendars: Calendar[]; account: Account }) {
  const calendar = calendars.find(({ id }) => id === calendarData?.calendarId);
  return (
    <div className="grid gap-3 p-5 phone:p-4">
      <p>
        <span className="font-medium">Calendar: </span>
        {calendar?.name ?? "none chosen"}
      </p>
      <HoursList week={weekOfAccount(calendarData) ?? closedWeek} />
    </div>
  );
}

function SettingsForm(props: HoursListProps) {
  const { save, fields, failure, pending, dirty, discard } = useHours(props);
  const submit = useSubmit(async () => void (await save()));
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-4">
      <div className="grid gap-5 px-5 phone:px-4">{fields}</div>
      <footer
        className={clsx(
          "flex flex-wrap items-center gap-3 rounded-b-lg border-t bg-card px-5 py-3 phone:px-4",
          dirty && "sticky bottom-0 z-10 phone:bottom-[calc(60px+env(safe-area-inset-bottom))]",
        )}
      >
        {failure ? (
          <FailureLine className="flex-1">{failure}</FailureLine>
        ) : (
          <p className="flex-1 text-muted-foreground text-sm">{dirty && "Unsaved changes"}</p>
        )}
        {dirty && <Button onClick={discard}>Discard</Button>}
        <Button type="submit" variant="primary" busy={pending}>
          {pending ? "Saving…" : "Save"}
        </Button>
      </footer>
    </form>
  );
}

export function FullPageLoader({ label }: { label: string }) {
  return (
    <div className="fixed inset-0 z-40 grid place-items-center bg-background">
      <Loading label={label} />
    </div>
  );
}

const loadContract = stored(() => import("#lib/contract/calendar.ts"));

type HoursListProps = {
  calendars: Calendar[];
  account: Account;
  timezone?: string | undefined;
  first?: string | undefined;
};
type Choice = { calendarId: string; week: Week };

function weekOfAccount(data: Account["calendarData"]): Week | null | undefined {
  return data?.quarters ?? data?.availability;
}

function useHours({ calendars, account, timezone, first = "" }: HoursListProps) {
  const { mutate } = useSWRConfig();
  const saved: Choice = {
    calendarId: account.calendarData?.calendarId ?? first,
    week: weekOfAccount(account.calendarData) ?? closedWeek,
  };
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

  async function save(): Promise<boolean> {
    const { calendarForm } = await loadContract();
    const knowsQuarters = account.calendarData?.quarters !== undefined;
    const form = calendarForm.safeParse({
      ...{ calendarId, availability: inHours(week) },
      ...(knowsQuarters && { quarters: week }),
    });
    if (!form.success) {
      setFailure(form.error.issues[0]?.message ?? "Invalid input");
      return false;
    }
    const outcome = await act({ body: form.data });
    setFailure(outcome.refused?.text ?? null);
    if (!outcome.ok) return false;
    // Saved, even if reloading the account fails.
    mutate(
      readKey("integration.account", {}),
      { ...account, calendarData: form.data },
      { revalidate: false },
    );
    setDraft(null);
    return true;
  }

  function discard() {
    setDraft(null);
    setFailure(null);
  }

  const fields = (
    <>
      {account.isAuthorized && (
        <CalendarChoice
          calendars={calendars}
          value={calendarId}
          onChange={(calendarId) => change(() => ({ calendarId }))}
        />
      )}
      <WeekHours week={week} timezone={timezone} onChange={repaint} />
    </>
  );
  return { save, fields, failure, pending, dirty, discard };
}

type CalendarChoiceProps = { calendars: Calendar[]; value: string; onChange: (id: string) => void };

function CalendarChoice({ calendars, value, onChange }: CalendarChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm after:ml-1 after:text-danger after:content-['*'/'']">
        Calendar
      </legend>
      <div className="grid gap-1">
        {calendars.map(({ id, name, is_primary, is_read_only }) => (
          <ChoiceLine
            key={id}
            type="radio"
            name="calendar"
            checked={value === id}
            disabled={is_read_only}
            onChange={() => onChange(id)}
          >
            <span className={is_read_only ? "text-muted-foreground" : undefined}>
              {name}
              {is_primary && <span className="text-muted-foreground text-sm"> · primary</span>}
              {is_read_only && " · read-only: appointments cannot be written to it"}
            </span>
          </ChoiceLine>
        ))}
      </div>
    </fieldset>
  );
}
