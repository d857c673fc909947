"use client";
import { buttonClass } from "#components/ui/button.tsx";
import { Failed, Loading } from "#components/ui/states.tsx";
import { useDelayed } from "#components/ui/use-delayed.ts";
import type { ApiError } from "#lib/api/call.ts";
import type { SlotDay, Time } from "#lib/calendar/slot-days.ts";

type Props = {
  days: SlotDay[] | undefined;
  error: ApiError | undefined;
  isValidating: boolean;
  goesOn: boolean;
  reload: () => void;
  chosen: string | null;
  onChoose: (startsAt: string) => void;
};

/** Days and their free times, one of which can be chosen: Tab goes past them, the arrows go through them. */
export function FreeTimes({ days, error, isValidating, goesOn, reload, chosen, onChoose }: Props) {
  const slow = useDelayed(!days && !error);
  return (
    <div className="relative min-h-72 flex-1 overflow-y-auto overscroll-contain px-5 py-2">
      {days ? (
        <>
          <div role="radiogroup" aria-label="Free times">
            <ol className="divide-y">
              {days.map((day) => (
                <Day key={day.day} day={day} chosen={chosen} onChoose={onChoose} />
              ))}
            </ol>
          </div>
          {!goesOn && (
            <p className="py-4 text-muted-foreground text-sm">
              Later days are too far ahead for this kind of appointment.
            </p>
          )}
        </>
      ) : error && !isValidating ? (
        <Failed text={error.message} onRetry={reload} />
      ) : (
        <div className="pt-20">{slow && <Loading />}</div>
      )}
    </div>
  );
}

type DayProps = { day: SlotDay; chosen: string | null; onChoose: (startsAt: string) => void };

function Day({ day: { label, times, reason }, chosen, onChoose }: DayProps) {
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 md:grid-cols-[184px_minmax(0,1fr)]">
      <h3 className="font-medium text-base md:pt-2">{label}</h3>
      {times.length > 0 ? (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(100px,1fr))] gap-2">
          {times.map((time) => (
            <Choice
              key={time.startsAt}
              time={time}
              name={`${time.label}, ${label}`}
              checked={time.startsAt === chosen}
              onChoose={onChoose}
            />
          ))}
        </div>
      ) : (
        <p className="text-muted-foreground md:pt-2">{reason}</p>
      )}
    </li>
  );
}

type ChoiceProps = { time: Time; name: string; checked: boolean; onChoose: (startsAt: string) => void };

function Choice({ time: { startsAt, label }, name, checked, onChoose }: ChoiceProps) {
  return (
    <label
      className={buttonClass({
        variant: checked ? "primary" : "outline",
        className:
          "relative cursor-pointer px-2! tabular-nums has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
      })}
    >
      <input
        type="radio"
        name="startsAt"
        value={startsAt}
        checked={checked}
        onChange={() => onChoose(startsAt)}
        aria-label={name}
        className="absolute inset-0 cursor-pointer appearance-none opacity-0"
      />
      {label}
    </label>
  );
}
