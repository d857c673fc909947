import { ChevronLeft, ChevronRight } from "lucide-react";
import { type FormEvent, useMemo, useState } from "react";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { useDates } from "#components/ui/dates.ts";
import { Refused } from "#components/ui/edit-notices.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useReload } from "#lib/api/cache.ts";
import type { Refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { periodOf } from "#lib/calendar/period.ts";
import { momentIn, type SlotDay, slotDays, type Time } from "#lib/calendar/slot-days.ts";
import { rangeText } from "#lib/calendar/words.ts";
import type { Booking } from "#lib/contract/bookings.ts";
import { addDays, dayOf } from "#lib/time/days.ts";

type Props = { booking: Booking; timezone: string; onMoved: (startsAt: string) => void; onClose: () => void };

export function MoveDialog({ booking, timezone, onMoved, onClose }: Props) {
  const { id, title, name, startsAt, version } = booking;
  const times = useFreeTimes(booking, timezone);
  const { from, today, go, read } = times;
  const [newStart, setNewStart] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const { act, pending } = useAct("bookings.move");
  const reloadBooking = useReload("bookings.move");

  async function move(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    if (!newStart) return setRefused({ text: "Choose a time", stale: false });
    setRefused(null);
    const outcome = await act({ params: { id }, body: { startsAt: newStart, version } });
    if (outcome.ok) return onMoved(newStart);
    setRefused(outcome.refused);
    if (outcome.error.status === 409) {
      setNewStart(null);
      void read.mutate();
    }
  }

  return (
    <Modal
      title="Move appointment"
      description={`${title} · ${name}, now ${momentIn(timezone, startsAt ?? "")}`}
      onClose={onClose}
      className="max-w-2xl!"
    >
      <form onSubmit={move} className="flex min-h-0 flex-1 flex-col">
        <div className="flex items-center gap-3 border-b px-5 pb-3">
          <p role="status" className="min-w-0 flex-1 text-muted-foreground text-sm tabular-nums">
            {rangeText(from, addDays(from, DAYS - 1))} · {timezone}
          </p>
          <span className="flex">
            <Button
              icon={ChevronLeft}
              size={18}
              onClick={() => go(-1)}
              aria-disabled={from <= today}
              aria-label="Earlier days"
              title="Earlier days"
              className="rounded-r-none px-2! phone:w-11"
            />
            <Button
              icon={ChevronRight}
              size={18}
              onClick={() => times.goesOn && go(1)}
              aria-disabled={!times.goesOn}
              aria-label="Later days"
              title="Later days"
              className="-ml-px rounded-l-none px-2! phone:w-11"
            />
          </span>
        </div>
        <FreeTimes
          {...times}
          selected={newStart}
          onChoose={(startsAt) => {
            setNewStart(startsAt);
            setRefused(null);
          }}
        />
        <footer className="grid gap-3 border-t px-5 py-3 phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
          {refused && (
            <Refused
              refusal={refused}
              onReload={() => {
                reloadBooking();
                onClose();
              }}
            />
          )}
          <div className="flex flex-wrap items-center gap-2">
            <p role="status" className="min-w-50 flex-1 phone:basis-full">
              {newStart && <Chosen booking={booking} timezone={timezone} startsAt={newStart} />}
            </p>
            <Button onClick={onClose} className="phone:flex-1">
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={pending} className="phone:flex-1">
              {pending ? "Moving…" : "Move appointment"}
            </Button>
          </div>
        </footer>
      </form>
    </Modal>
  );
}

function Chosen({ booking, timezone, startsAt }: { booking: Booking; timezone: string; startsAt: string }) {
  const [ours, theirs] = [timezone, booking.timezone].map((zone) => momentIn(zone, startsAt));
  return (
    <>
      <span className="block font-medium">{ours}</span>
      {theirs !== ours && (
        <span className="block text-muted-foreground text-sm">{theirs} for the visitor</span>
      )}
    </>
  );
}

type FreeTimesProps = {
  days: SlotDay[] | undefined;
  read: ReturnType<typeof useFreeTimes>["read"];
  goesOn: boolean;
  selected: string | null;
  onChoose: (startsAt: string) => void;
};

function FreeTimes({ days, read, goesOn, selected, onChoose }: FreeTimesProps) {
  return (
    <div className="relative min-h-72 flex-1 overflow-y-auto overscroll-contain px-5 py-2">
      {days ? (
        <>
          <div role="radiogroup" aria-label="Free times">
            <ol className="[&>li+li]:border-t">
              {days.map((day) => (
                <Day key={day.day} day={day} selected={selected} onChoose={onChoose} />
              ))}
            </ol>
          </div>
          {!goesOn && (
            <p className="py-4 text-muted-foreground text-sm">
              Later days can’t be booked yet for this appointment type.
            </p>
          )}
        </>
      ) : (
        <Pending read={read} className="pt-20" />
      )}
    </div>
  );
}

type DayProps = { day: SlotDay; selected: string | null; onChoose: (startsAt: string) => void };

function Day({ day: { label, times, reason }, selected, onChoose }: DayProps) {
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
              checked={time.startsAt === selected}
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

const DAYS = 14;
// The host uses the store's days, which can differ by up to two.
const EDGE = 2;

function useFreeTimes({ id, startsAt }: Booking, timezone: string) {
  const { weekStart } = useDates();
  const [today] = useState(() => dayOf(Date.now(), timezone));
  const [from, setFrom] = useState(() => {
    const date = dayOf(Date.parse(startsAt ?? ""), timezone);
    const [first] = periodOf({ view: "week", date }, timezone, today, weekStart).days;
    return later(today, first?.date ?? today);
  });
  const last = addDays(from, DAYS - 1);
  const query = { from: addDays(from, -EDGE), to: addDays(last, EDGE) };
  const read = useRead("bookings.slots", { params: { id }, query });
  const { data } = read;
  const days = useMemo(() => {
    const offered = data?.days.map((day) => ({
      ...day,
      slots: day.slots.filter((slot) => slot !== startsAt),
    }));
    return (
      offered &&
      slotDays(
        offered.filter(({ state }) => state !== "beyond"),
        timezone,
      ).filter(({ day }) => from <= day && day <= last)
    );
  }, [data, startsAt, timezone, from, last]);

  return {
    days,
    read,
    from,
    today,
    goesOn: data?.days.find(({ day }) => day === addDays(last, 1))?.state !== "beyond",
    go: (by: 1 | -1) => setFrom(later(today, addDays(from, by * DAYS))),
  };
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}
