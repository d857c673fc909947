"use client";
import { useMay, useMe } from "#components/shell/use-me.ts";
import type { MenuItem } from "#components/ui/menu-content.tsx";
import { part } from "#components/ui/part.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { Person } from "#lib/calendar/people.ts";
import { setAddress, useAddress } from "./new-appointment-address.ts";

const Panel = part(() => import("./away-panel.tsx"), "AwayPanel");

export function useAwayMenu(): (person: Person) => MenuItem[] {
  const may = useMay()("people.setAway");
  const { data: me } = useMe();
  return ({ id, name, isMe }) => {
    if (!id || !may || !(isMe || (me && me.role !== "USER"))) return [];
    const hours = `/dashboard/settings/appointments/hours${isMe ? "" : `?person=${id}`}`;
    return [
      {
        label: `${name.split(" ")[0]} is away…`,
        onSelect: () => setAddress({ new: "", until: "", away: id }),
      },
      { label: "Hours", href: hours },
    ];
  };
}

export function Away({ timezone, day, today }: { timezone: string; day: string; today: string }) {
  const offered = useMay()("people.setAway");
  const { away, until, new: isNew } = useAddress();
  const isHydrated = useHydrated();
  if (!offered || !away || isNew || !isHydrated) return null;
  return (
    <Panel
      key={`${away} ${day} ${until}`}
      personId={away}
      from={day < today ? today : day}
      {...{ today, timezone }}
      saved={until ?? null}
      onClose={() => setAddress({ away: "", until: "" })}
    />
  );
}
