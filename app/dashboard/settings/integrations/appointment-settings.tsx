"use client";
import clsx from "clsx";
import { useState } from "react";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { FailureLine } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Failed, Loading } from "#components/ui/states.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { failureText, providerFailure } from "#lib/api/messages.ts";
import { useRead } from "#lib/api/use-read.ts";
import { closedWeek } from "#lib/availability.ts";
import type { Account, Calendar } from "#lib/contract/calendar.ts";
import { DAY } from "#lib/time/zone.ts";
import { HoursList, useHours } from "./use-hours.tsx";

const MONTH = 31 * DAY;

/** The calendars of the store's account. */
export function useCalendars(wanted: boolean) {
  // The same while the screen stands: it is part of what the answer is cached under.
  const [period] = useState(() => {
    const now = Date.now();
    return { from: new Date(now).toISOString(), to: new Date(now + MONTH).toISOString() };
  });
  return useRead("integration.calendars", wanted ? { query: period } : null, { revalidateOnFocus: false });
}

/** Which calendar appointments go to, and at which hours they may be booked. */
export function AppointmentSettings({ account }: { account: Account }) {
  const { data: me } = useMe();
  const mine = useMay()("integration.setCalendar");
  const { data, error, isValidating, mutate } = useCalendars(true);
  if (data?.length === 0) return null;
  return (
    <section
      aria-labelledby="appointment-settings"
      className="rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0"
    >
      <header className="px-5 pt-5 phone:px-4">
        <h2 id="appointment-settings">Appointment Settings</h2>
        <p className="mt-0.5 text-muted-foreground">Where appointments go, and when they may be booked.</p>
      </header>
      {data && !mine ? (
        <Chosen calendars={data} account={account} />
      ) : data ? (
        <SettingsForm calendars={data} account={account} timezone={me?.timezone} />
      ) : error && !isValidating ? (
        <Failed text={failureText(providerFailure, error)} onRetry={() => void mutate()} />
      ) : (
        <Loading />
      )}
    </section>
  );
}

/** For those who may not change it: which calendar of the store's account is read is the owner's and admins' to say. */
function Chosen({ calendars, account: { calendarData } }: { calendars: Calendar[]; account: Account }) {
  const calendar = calendars.find(({ id }) => id === calendarData?.calendarId);
  return (
    <div className="grid gap-3 p-5 phone:p-4">
      <p>
        <span className="font-medium">Calendar: </span>
        {calendar?.name ?? "none chosen"}
      </p>
      <HoursList week={calendarData?.availability ?? closedWeek} />
    </div>
  );
}

type Props = { calendars: Calendar[]; account: Account; timezone?: string };

function SettingsForm(props: Props) {
  const { save, fields, failure, pending, dirty, discard } = useHours(props);
  const submit = useSubmit(async () => void (await save()));
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-4">
      <div className="grid gap-5 px-5 phone:px-4">{fields}</div>
      <footer
        className={clsx(
          "flex flex-wrap items-center gap-3 rounded-b-lg border-t bg-card px-5 py-3 phone:px-4",
          // What is unsaved stays in sight, above the tab bar.
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

/** Over the whole page, while nothing on it may be touched. */
export function FullPageLoader({ label }: { label: string }) {
  return (
    <div className="fixed inset-0 z-40 grid place-items-center bg-background">
      <Loading label={label} />
    </div>
  );
}
