"use client";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { useUrlState } from "#components/shell/use-search.ts";
import { Button } from "#components/ui/button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { Select } from "#components/ui/select.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Week } from "#lib/availability.ts";
import { dayOf } from "#lib/time/days.ts";
import { AppointmentTabs } from "../tabs.tsx";
import { DaysOff } from "./days-off.tsx";
import { useWeek } from "./use-week.tsx";

/** The owner and admins can edit everyone's. */
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
      <AppointmentTabs />
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
  const { data } = read;
  if (!data) {
    return <Pending read={read} />;
  }
  const coming = data.exceptions.filter(({ to }) => !today || to >= today);
  return (
    <>
      <WeekCard id={id} saved={data.availability ?? null} timezone={timezone} />
      <DaysOff id={id} isManager={isManager} exceptions={coming} timezone={timezone} />
    </>
  );
}

type WeekCardProps = { id: string; saved: Week | null; timezone?: string | undefined };

function WeekCard({ id, saved, timezone }: WeekCardProps) {
  const { fields, changed, failure, pending, save, discard, close } = useWeek({ id, saved, timezone });
  const dirty = changed.length > 0;
  return (
    <section
      aria-labelledby="week"
      className="rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0"
    >
      <header className="px-5 pt-5 phone:px-4">
        <h2 id="week">Every week</h2>
        {saved === null && (
          <p className="mt-0.5 text-muted-foreground">
            No booking hours yet. Paint the hours when visitors can book.
          </p>
        )}
      </header>
      <div className="p-5 pt-4 phone:px-4">{fields}</div>
      <footer className="flex flex-wrap items-center gap-3 border-t px-5 py-3 phone:px-4">
        {failure ? (
          <FailureLine className="flex-1">{failure}</FailureLine>
        ) : (
          <p className="flex-1 text-muted-foreground text-sm">
            {dirty && `Unsaved changes: ${changed.length === 7 ? "every day" : changed.join(", ")}`}
          </p>
        )}
        {dirty && <Button onClick={discard}>Discard</Button>}
        {saved !== null && !dirty && (
          <Button disabled={pending} onClick={() => void close()}>
            Accept no appointments
          </Button>
        )}
        <Button variant="primary" busy={pending} onClick={() => void save()}>
          {pending ? "Saving…" : "Save"}
        </Button>
      </footer>
    </section>
  );
}
