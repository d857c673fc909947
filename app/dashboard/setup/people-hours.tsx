import { useCallback, useEffect, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Link } from "#components/ui/link.tsx";
import { Select } from "#components/ui/select.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { hoursPerWeek, sameWeek, type Week } from "#lib/availability.ts";
import { fullName, plural } from "#lib/text.ts";

export const hoursChoices = [
  { value: "STORE", label: "Store hours" },
  { value: "OTHER", label: "Other hours" },
];

export type Team = { id: string; firstName: string; lastName: string }[];

/** A person without hours keeps none, unless nobody has any. */
export function useStoreHours(team: Team, saved: Week | null) {
  const [before] = useState(saved);
  const [weeks, setWeeks] = useState<Record<string, Week | null>>({});
  const [chosen, setChosen] = useState<Record<string, boolean>>({});
  const onLoad = useCallback(
    (id: string, week: Week | null) => setWeeks((known) => ({ [id]: week, ...known })),
    [],
  );
  const isNew = !before && Object.values(weeks).every((week) => !week);
  const storeHoursById = Object.fromEntries(
    team.map(({ id }) => {
      const week = weeks[id];
      const isSame = week ? before !== null && sameWeek(week, before) : isNew;
      return [id, chosen[id] ?? (week === undefined ? undefined : isSame)];
    }),
  );
  const onChange = (id: string, hasStoreHours: boolean) =>
    setChosen((before) => ({ ...before, [id]: hasStoreHours }));
  return { team, storeHoursById, onLoad, onChange };
}

type Props = ReturnType<typeof useStoreHours>;

export function PeopleHours({ team, storeHoursById, ...on }: Props) {
  return (
    <section aria-labelledby="people" className="grid gap-2">
      <h3 id="people">People</h3>
      <ul className="rounded-lg border">
        {team.map(({ id, ...person }) => (
          <PersonRow key={id} id={id} name={fullName(person)} hasStoreHours={storeHoursById[id]} {...on} />
        ))}
      </ul>
      <p className="text-muted-foreground text-sm">
        People you invite start with the store’s hours once they accept.
      </p>
    </section>
  );
}

type RowProps = Pick<Props, "onLoad" | "onChange"> & {
  id: string;
  name: string;
  hasStoreHours: boolean | undefined;
};

function PersonRow({ id, name, hasStoreHours, onLoad, onChange }: RowProps) {
  const { data: me } = useMe();
  const { data, error, mutate } = useRead("people.hours", { params: { id } });
  const own = data?.availability ?? null;
  useEffect(() => {
    if (data) onLoad(id, own);
  }, [data, own, id, onLoad]);
  return (
    <li className="flex flex-wrap items-center gap-3 border-t p-3 first:border-t-0">
      <Avatar id={id} name={name} />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block truncate font-medium">
          {name} {id === me?.id && <span className="font-normal text-muted-foreground">You</span>}
        </span>
        {error && !data && (
          <button type="button" className="link text-sm" onClick={() => void mutate()}>
            The hours didn’t load. Try again
          </button>
        )}
        {hasStoreHours === false && (
          <span className="text-muted-foreground text-sm">
            {own ? `${plural(hoursPerWeek(own), "hour")} per week` : "No hours yet"} ·{" "}
            <Link href={`/dashboard/settings/appointments/hours?person=${id}&setup=hours`} className="link">
              Change
            </Link>
          </span>
        )}
      </span>
      <Select
        label={`Hours of ${name}`}
        value={hasStoreHours === undefined ? "" : hasStoreHours ? "STORE" : "OTHER"}
        placeholder="Not loaded"
        options={hoursChoices}
        onChange={(value) => onChange(id, value === "STORE")}
        className="w-36"
      />
    </li>
  );
}
