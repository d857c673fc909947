"use client";
import clsx from "clsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { hoursText, NOBODY, nextFree, openOn, type Person } from "#lib/calendar/people.ts";
import { clockText } from "#lib/calendar/words.ts";
import { useAwayMenu } from "./away.tsx";
import { type Column, LongAppointments } from "./day-head.tsx";

type Props = {
  column: Column;
  person: Person;
  timezone: string;
  now: number;
  onNew: ((person: string, at: number) => void) | null;
};

export function PersonHead({ column, person, timezone, now, onNew }: Props) {
  const { day, pieces } = column;
  const count = pieces.filter(({ appointment }) => !appointment.of?.held).length;
  const free = nextFree(person, day, now);
  const hours = hoursText(openOn(person, day));
  const menu = useAwayMenu()(person);
  return (
    <header className="sticky top-0 z-10 border-border-strong border-b border-l border-l-border bg-card [&_button]:-scroll-mt-96">
      <div className="relative flex h-12 items-center gap-2 px-2 max-[39.9375rem]:h-11">
        {menu.length > 0 && (
          <Menu
            label={`Menu of ${person.name}`}
            items={menu}
            wrapperClassName="absolute! inset-0"
            className="flex size-full items-start justify-end p-2 text-muted-foreground hover:bg-accent max-[39.9375rem]:items-center"
          >
            <Icon is="chevron-down" className="size-3.5" />
          </Menu>
        )}
        <Avatar
          id={person.id || NOBODY}
          name={person.name}
          className="pointer-events-none relative size-7! max-[39.9375rem]:hidden! xl:max-2xl:size-6.5!"
        />
        <div className="pointer-events-none relative min-w-0 flex-1 pr-5 max-[39.9375rem]:flex max-[39.9375rem]:items-baseline max-[39.9375rem]:gap-1.5">
          <h2 className="flex h-5 items-baseline gap-1.5 text-base leading-5">
            <span className="truncate" title={person.name}>
              {person.name.split(" ")[0]}
              <span className="sr-only">{person.name.slice(person.name.split(" ")[0]?.length)}</span>
            </span>
            <span className="font-normal text-muted-foreground text-xs tabular-nums max-[39.9375rem]:hidden">
              {count}
              <span className="sr-only"> {count === 1 ? "appointment" : "appointments"}</span>
            </span>
          </h2>
          <p className="hidden truncate text-muted-foreground text-xs tabular-nums max-[39.9375rem]:block">
            {hours}
          </p>
          <p className="-mr-5 truncate text-muted-foreground text-xs leading-6 max-[39.9375rem]:hidden">
            {typeof free === "number" && onNew ? (
              <button
                type="button"
                onClick={() => onNew(person.id, free)}
                className="pointer-events-auto h-6 font-medium text-link tabular-nums hover:underline"
              >
                Free {clockText(free, timezone)}
              </button>
            ) : (
              stateOf(person, free, hours)
            )}
          </p>
        </div>
      </div>
      <LongAppointments column={column} timezone={timezone} />
    </header>
  );
}

function stateOf(person: Person, free: number | null | undefined, hours: string): string {
  if (!person.id) return "Unassigned";
  if (free === null) return "Full today";
  return hours || (person.isBookable ? "Not in" : "No hours");
}

type StripProps = {
  columns: readonly Column[];
  timezone: string;
  now: number;
  shown: readonly number[];
  onSelect: (index: number) => void;
};

export function PeopleStrip({ columns, timezone, now, shown, onSelect }: StripProps) {
  return (
    <fieldset className="hidden overflow-x-auto p-1 [scrollbar-width:none] max-[39.9375rem]:flex">
      <legend className="sr-only">People</legend>
      {columns.map(({ key, person, day }, index) => {
        if (!person) return null;
        const free = nextFree(person, day, now);
        return (
          <button
            key={key}
            type="button"
            aria-pressed={shown.includes(index)}
            onClick={() => onSelect(index)}
            className="grid h-16.5 min-w-[20%] flex-1 touch-manipulation content-center justify-items-center rounded-md px-0.5 font-medium text-sm leading-4 aria-pressed:bg-accent"
          >
            <Avatar
              id={person.id || NOBODY}
              name={person.name}
              className="mb-0.5 size-6.5! text-[0.6875rem]!"
            />
            <span className="max-w-full truncate">{person.name.split(" ")[0]}</span>
            <span
              className={clsx(
                "text-xs leading-[0.9375rem] tabular-nums",
                typeof free === "number" ? "text-link" : "font-normal text-muted-foreground",
              )}
            >
              {typeof free === "number" ? clockText(free, timezone) : free === null ? "Full" : "–"}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}
