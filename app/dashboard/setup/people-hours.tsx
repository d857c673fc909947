import { useEffect } from "react";
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

export type StoreHoursById = Record<string, boolean>;

type Props = {
  store: Week | null;
  storeHoursById: StoreHoursById;
  onChange: (id: string, hasStoreHours: boolean) => void;
};

export function PeopleHours({ store, storeHoursById, onChange }: Props) {
  const { data: team = [] } = useRead("team.list", {});
  return (
    <section aria-labelledby="people" className="grid gap-2">
      <h3 id="people">People</h3>
      <ul className="rounded-lg border">
        {team.map(({ id, ...person }) => (
          <PersonRow
            key={id}
            id={id}
            name={fullName(person)}
            store={store}
            hasStoreHours={storeHoursById[id]}
            onChange={onChange}
          />
        ))}
      </ul>
      <p className="text-muted-foreground text-sm">People you invite start with the store’s hours.</p>
    </section>
  );
}

type RowProps = Omit<Props, "storeHoursById"> & {
  id: string;
  name: string;
  hasStoreHours: boolean | undefined;
};

function PersonRow({ id, name, store, hasStoreHours, onChange }: RowProps) {
  const { data: me } = useMe();
  const { data } = useRead("people.hours", { params: { id } });
  const own = data?.availability ?? null;
  useEffect(() => {
    if (data && hasStoreHours === undefined) onChange(id, !own || (store !== null && sameWeek(own, store)));
  }, [data, own, store, id, hasStoreHours, onChange]);
  return (
    <li className="flex flex-wrap items-center gap-3 border-t p-3 first:border-t-0">
      <Avatar id={id} name={name} />
      <span className="min-w-0 flex-1 basis-40">
        <span className="block truncate font-medium">
          {name} {id === me?.id && <span className="font-normal text-muted-foreground">You</span>}
        </span>
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
        value={hasStoreHours === false ? "OTHER" : "STORE"}
        options={hoursChoices}
        onChange={(value) => onChange(id, value === "STORE")}
        className="w-36"
      />
    </li>
  );
}
