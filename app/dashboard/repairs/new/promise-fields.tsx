import { ChevronDown } from "lucide-react";
import { useId } from "react";
import { useController } from "react-hook-form";
import { Avatar } from "#components/ui/avatar.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { DayPopover } from "#components/ui/day-popover.tsx";
import { FieldError } from "#components/ui/field-parts.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { formatWeekdayAndDay, isoDay, readDay } from "#lib/dates.ts";
import { fullName } from "#lib/text.ts";
import { isOpenOn, type Promises } from "./intake.ts";
import { Section } from "./section.tsx";

type Props = { promises: Promises; timezone: string };

export function PromiseFields(props: Props) {
  return (
    <Section title="Promised">
      <DayChoice {...props} />
      <PersonChoice />
    </Section>
  );
}

const choiceRow = "flex flex-wrap gap-1.5";

function DayChoice({ promises: { usual, days, hours }, timezone }: Props) {
  const group = useId();
  const { field, fieldState } = useController({ name: "promisedDay" });
  const promisedDay: string = field.value ?? usual;
  const other = days.includes(promisedDay) ? null : promisedDay;
  const message = fieldState.error?.message;
  return (
    <>
      {/* Its days depend on the clock. */}
      <div role="radiogroup" aria-label="Promised" className={choiceRow} suppressHydrationWarning>
        {days.map((day) => (
          <Choice
            key={day}
            group={group}
            name={`${formatWeekdayAndDay(day)}${day === usual ? ", usual" : ""}`}
            checked={day === promisedDay}
            onChoose={() => field.onChange(day === usual ? null : day)}
            className="px-2.75! tabular-nums"
          >
            {formatWeekdayAndDay(day)}
            {day === usual && (
              <span className={day === promisedDay ? "font-normal" : "font-normal text-muted-foreground"}>
                usual
              </span>
            )}
          </Choice>
        ))}
        <DayPopover
          label="Other day"
          selected={readDay(promisedDay)}
          timezone={timezone}
          onPick={(picked) => field.onChange(isoDay(picked))}
          className={
            other
              ? "inset-ring inset-ring-primary flex h-control items-center gap-1.75 rounded-md border border-primary bg-primary-soft px-2.75 font-medium text-primary-soft-foreground text-sm phone:text-base"
              : "flex h-control items-center gap-1.75 rounded-md border border-border-strong bg-card px-2.75 font-medium text-sm hover:bg-accent phone:text-base"
          }
        >
          {other ? formatWeekdayAndDay(other) : "Other day"}
          <ChevronDown size={14} aria-hidden="true" />
        </DayPopover>
      </div>
      {message && <FieldError id={`${group}-error`}>{message}</FieldError>}
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {isOpenOn(promisedDay, hours) ? "" : `Your store is closed on ${formatWeekdayAndDay(promisedDay)}.`}
      </p>
    </>
  );
}

function PersonChoice() {
  const group = useId();
  const { field } = useController({ name: "personId" });
  const { data: team = [] } = useRead("team.list", {});
  const { data: counts } = useRead("repairs.counts", {});
  const people = team.filter(({ isPending }) => !isPending);
  return (
    <div role="radiogroup" aria-label="With" className={choiceRow}>
      {people.map((person) => {
        const { id, firstName } = person;
        const name = fullName(person);
        const isShared = people.some((other) => other.id !== id && other.firstName === firstName);
        const count = counts?.people.find((one) => one.id === id)?.count;
        return (
          <Choice
            key={id}
            group={group}
            name={count ? `${name}, ${count} open` : name}
            checked={field.value === id}
            onChoose={() => field.onChange(id)}
            className="px-2.75!"
          >
            <Avatar id={id} name={name} className="size-5.5! text-[0.625rem]!" />
            <span className="truncate">{isShared ? name : firstName || name}</span>
            {count ? <span className="font-normal tabular-nums opacity-80">{count}</span> : null}
          </Choice>
        );
      })}
      <Choice
        group={group}
        name="Later"
        checked={field.value === null}
        onChoose={() => field.onChange(null)}
        className="px-2.75!"
      >
        Later
      </Choice>
    </div>
  );
}
