"use client";
import { Cake } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import type { Contact } from "#lib/contract/contacts.ts";
import { readDay, today } from "#lib/dates.ts";
import type { List } from "#lib/list.ts";

const filters = {
  "": { label: "Everyone", fits: () => true },
  birthday: {
    label: "Birthday this month",
    fits: (contact: Contact, timezone?: string) =>
      readDay(contact.birthday, timezone)?.month === today(timezone).month,
  },
  unsold: { label: "No sales yet", fits: (contact: Contact) => contact.recentSale === null },
};
export type Filter = keyof typeof filters;

export function readFilter(value: string): Filter {
  return Object.hasOwn(filters, value) ? (value as Filter) : "";
}

export function fits(filter: Filter, contact: Contact, timezone?: string): boolean {
  return filters[filter].fits(contact, timezone);
}

/** The list with only the loaded rows that fit: the host's calls know no such filter. */
export function filtered(list: List<Contact>, filter: Filter, timezone?: string): List<Contact> {
  return filter ? { ...list, rows: list.rows?.filter((contact) => fits(filter, contact, timezone)) } : list;
}

type Props = { filter: Filter; onFilter: (filter: Filter) => void; list: List<Contact> };

export function FilterChips({ filter, onFilter, list }: Props) {
  return (
    <>
      <fieldset className="contents">
        <legend className="sr-only">Quick filters</legend>
        {(Object.keys(filters) as Filter[]).map((key) => (
          <Chip key={key} pressed={key === filter} onPress={() => onFilter(key)}>
            {key === "birthday" && <Cake size={14} aria-hidden="true" />}
            {filters[key].label}
          </Chip>
        ))}
      </fieldset>
      <span role="status" className="ml-auto text-muted-foreground text-sm phone:hidden">
        {list.rows ? `${list.rows.length} loaded · newest first` : ""}
      </span>
    </>
  );
}

/** Says that a filter looks only at what is loaded, and loads more when asked. */
export function FilterEnd({ shown, list }: { shown: number; list: List<Contact> }) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-t px-4 py-3 text-muted-foreground text-sm">
      {shown} of {list.rows?.length ?? 0} loaded contacts fit.
      {list.more && (
        <Button onClick={list.loadMore} busy={list.busy}>
          Load 50 more
        </Button>
      )}
    </div>
  );
}
