import clsx from "clsx";
import { ChevronDown, Users } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Avatar } from "#components/ui/avatar.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { DayPopover } from "#components/ui/day-popover.tsx";
import { Select } from "#components/ui/select.tsx";
import { BUSY } from "#lib/calendar/people.ts";
import { clockText, rangeText } from "#lib/calendar/words.ts";
import type { AppointmentType } from "#lib/contract/appointment-types.ts";
import { isoDay, readDay, today as todayIn } from "#lib/dates.ts";
import { instantOf } from "#lib/time/clock.ts";
import { MINUTE, wallAt } from "#lib/time/zone.ts";
import { colorClass } from "./appointment-button.tsx";
import { OTHER } from "./new-appointment-draft.ts";

type GroupProps = { label: string; aside?: string; role?: "radiogroup"; children: ReactNode };

export function Group({ label, aside, role, children }: GroupProps) {
  const id = useId();
  return (
    <fieldset role={role} aria-labelledby={id} className="grid min-w-0 gap-1.5">
      <span className="flex items-baseline justify-between">
        <span id={id} className="font-medium text-sm">
          {label}
        </span>
        {aside && <span className="text-muted-foreground text-sm">{aside}</span>}
      </span>
      {children}
    </fieldset>
  );
}

type TypesProps = {
  types: readonly AppointmentType[];
  colors: ReadonlyMap<string, string> | undefined;
  shortlist: readonly AppointmentType[];
  selectedId: string | null;
  onChoose: (type: string) => void;
};

export function Types({ types, colors, shortlist, selectedId, onChoose }: TypesProps) {
  const group = useId();
  const rest = types.filter((type) => !shortlist.includes(type));
  const isInMenu = selectedId === OTHER || rest.some(({ id }) => id === selectedId);
  return (
    <Group role="radiogroup" label="Type" aside="minutes">
      <div data-choice="type" className="grid grid-cols-2 gap-1.5">
        {shortlist.map(({ id, name, defaultMeetingLength }) => (
          <Choice
            key={id}
            group={group}
            name={`${name}, ${defaultMeetingLength} minutes`}
            checked={id === selectedId}
            onChoose={() => onChoose(id)}
          >
            <span
              aria-hidden="true"
              className={clsx(
                "size-2.25 shrink-0 rounded-[3px] border-[1.5px] border-current",
                colorClass(colors?.get(id) ?? BUSY),
              )}
            />
            <span className="line-clamp-2 min-w-0 flex-1">{name}</span>
            <span className={clsx("font-normal tabular-nums", id !== selectedId && "text-muted-foreground")}>
              {defaultMeetingLength}
            </span>
          </Choice>
        ))}
        <Select
          label="Other type"
          value={isInMenu ? (selectedId ?? "") : ""}
          placeholder="Other…"
          onChange={onChoose}
          options={[
            ...rest.map(({ id, name, defaultMeetingLength }) => ({
              value: id,
              label: `${name}, ${defaultMeetingLength} min`,
            })),
            { value: OTHER, label: "Custom title and length" },
          ]}
          className={clsx(
            "min-w-0 [&>button]:border-border-strong! [&>button]:px-2.25 [&>button]:font-medium [&>button]:text-foreground! [&>button]:text-sm! phone:[&>button]:px-2.5 phone:[&>button]:text-base!",
            isInMenu &&
              "[&>button]:border-primary! [&>button]:bg-primary-soft! [&>button]:text-primary-soft-foreground [&>button]:inset-ring [&>button]:inset-ring-primary",
          )}
        />
      </div>
    </Group>
  );
}

type PeopleProps = {
  people: readonly { id: string; name: string }[];
  type: Pick<AppointmentType, "name" | "people"> | null;
  selectedId: string | null;
  onChoose: (id: string | null) => void;
};

export function People({ people, type, selectedId, onChoose }: PeopleProps) {
  const group = useId();
  const [refusedId, setRefusedId] = useState<string | null>(null);
  const reasonOf = ({ id, name }: PeopleProps["people"][number]) =>
    type?.people && !type.people.includes(id) ? `${firstName(name)} doesn’t offer ${type.name}` : null;
  const refused = people.find(({ id }) => id === refusedId);
  const reason = refused && reasonOf(refused);
  return (
    <Group role="radiogroup" label="With">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(max(6.75rem,30%),1fr))] gap-1.5">
        <Choice
          group={group}
          name="Anyone"
          checked={selectedId === null}
          onChoose={() => {
            setRefusedId(null);
            onChoose(null);
          }}
        >
          <Users size={16} strokeWidth={1.75} className="shrink-0" />
          <span className="truncate">Anyone</span>
        </Choice>
        {people.map((person) => {
          const { id, name } = person;
          const why = reasonOf(person);
          return (
            <Choice
              key={id}
              group={group}
              name={why ?? name}
              checked={id === selectedId}
              disabled={why !== null}
              onChoose={() => {
                setRefusedId(why ? id : null);
                if (!why) onChoose(id);
              }}
            >
              <Avatar id={id} name={name} className="size-5.5! text-[0.625rem]!" />
              <span className="truncate">{firstName(name)}</span>
            </Choice>
          );
        })}
      </div>
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {reason && `${reason}.`}
      </p>
    </Group>
  );
}

export function firstName(name: string): string {
  return name.split(" ")[0] ?? name;
}

const LENGTHS = [10, 15, 20, 30, 45, 60, 75, 90, 120, 150, 180, 240, 300, 360, 480];
const QUARTER = 15;
const QUARTERS = Array.from({ length: 96 }, (_, i) => i * QUARTER);

type WhenProps = {
  timezone: string;
  day: string | null;
  startsAt: string | null;
  minutes: number;
  wrong: boolean;
  onDay: (day: string) => void;
  onTime: (startsAt: string) => void;
  onMinutes: (minutes: number) => void;
};

export function When({ timezone, day, startsAt, minutes, wrong, onDay, onTime, onMinutes }: WhenProps) {
  const wall = startsAt ? wallAt(Date.parse(startsAt), timezone) : null;
  const shown = wall === null ? day : new Date(wall).toISOString().slice(0, 10);
  const minute = wall === null ? null : minuteOf(wall);
  const at = (date: string, minute: number) =>
    new Date(instantOf(Date.parse(date) + minute * MINUTE, timezone)).toISOString();
  const today = isoDay(todayIn(timezone));

  return (
    <Group label="When">
      <div className="grid grid-cols-[minmax(0,1.35fr)_auto_minmax(0,1fr)] max-[22.4375rem]:grid-cols-2 gap-1.5 tabular-nums [&_button]:pr-2 [&_button]:pl-2.5 phone:[&_button]:text-base">
        <DayPopover
          label="Day"
          aria-label={`Day, ${shown ? rangeText(shown, shown) : "not chosen"}`}
          selected={readDay(shown)}
          timezone={timezone}
          onPick={(picked) => {
            const date = isoDay(picked);
            onDay(date);
            if (minute !== null) onTime(at(date, minute));
          }}
          className="field inline-flex min-w-0 items-center justify-between gap-1.5 whitespace-nowrap text-left"
        >
          {shown ? rangeText(shown, shown) : <span className="text-muted-foreground">Day</span>}
          <ChevronDown size={14} className="shrink-0 text-muted-foreground" />
        </DayPopover>
        <Select
          label="Time"
          aria-invalid={wrong}
          value={minute === null ? "" : String(minute)}
          placeholder="Time"
          onChange={(value) => onTime(at(shown ?? today, Number(value)))}
          options={withOwn(QUARTERS, minute).map((one) => ({
            value: String(one),
            label: clockText(one * MINUTE, "UTC"),
          }))}
          className="min-w-0"
        />
        <Select
          label="Length"
          value={String(minutes)}
          onChange={(value) => onMinutes(Number(value))}
          options={withOwn(LENGTHS, minutes).map((one) => ({ value: String(one), label: `${one} min` }))}
          className="min-w-0"
        />
      </div>
    </Group>
  );
}

function minuteOf(wall: number): number {
  const clock = new Date(wall);
  return clock.getUTCHours() * 60 + clock.getUTCMinutes();
}

function withOwn(numbers: readonly number[], own: number | null): number[] {
  return own === null || numbers.includes(own) ? [...numbers] : [...numbers, own].sort((a, b) => a - b);
}
