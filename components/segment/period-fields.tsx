import clsx from "clsx";
import { type ChangeEvent, type FocusEvent, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Select } from "#components/ui/select.tsx";
import type { Period } from "#lib/contract/segment-parts.ts";
import { type NamedPeriod, namedPeriods, type PeriodUnit, periodUnits } from "#lib/contract/segment-terms.ts";
import { isoDay, today as todayIn } from "#lib/dates.ts";
import { readPeriod } from "./typed-period.ts";

function useTyped<V>(value: V, show: (value: V) => string) {
  const [typed, setTyped] = useState({ text: show(value), value });
  if (typed.value !== value) setTyped({ text: show(value), value });
  return {
    text: typed.value === value ? typed.text : show(value),
    type: (text: string, next: V = value) => setTyped({ text, value: next }),
  };
}

type TypedProps<V> = {
  value: V;
  show: (value: V) => string;
  read: (typed: string) => V | undefined;
  onValue: (value: V) => void;
};

export function useTypedValue<V>({ value, show, read, onValue }: TypedProps<V>) {
  const { text, type } = useTyped(value, show);
  return {
    "aria-invalid": read(text.trim()) === undefined || undefined,
    value: text,
    onFocus: ({ target }: FocusEvent<HTMLInputElement>) => target.select(),
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      const next = read(target.value.trim());
      type(target.value, next);
      if (next !== undefined) onValue(next);
    },
  };
}

type CountProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  onCount: (count: number) => void;
};

export function Count({ label, value, min, max, onCount }: CountProps) {
  const read = (typed: string) => {
    const fits = /^\d{1,6}$/.test(typed) && Number(typed) >= min && Number(typed) <= max;
    return fits ? Number(typed) : undefined;
  };
  const box = useTypedValue({ value, show: String, read, onValue: onCount });
  return <input {...box} aria-label={label} inputMode="numeric" className="field min-w-0 tabular-nums" />;
}

const ways = {
  any: "at any time",
  last: "in the last",
  next: "in the next",
  ...namedPeriods,
  since: "since",
  until: "until",
  between: "between",
};
type Way = keyof typeof ways;

function selectedWay(period: Period | undefined): Way {
  if (!period) return "any";
  if ("last" in period) return "last";
  if ("next" in period) return "next";
  if ("in" in period) return period.in;
  return period.from ? (period.to ? "between" : "since") : "until";
}

type PeriodProps = {
  period: Period | undefined;
  isOptional: boolean;
  mayCome: boolean;
  /** `not` is set only by typed words. */
  onChange: (changes: { period: Period | undefined; not?: true | undefined }) => void;
};

export function PeriodFields({ period, isOptional, mayCome, onChange }: PeriodProps) {
  const way = selectedWay(period);
  const offered = (Object.keys(ways) as Way[]).filter(
    (one) => (one !== "any" || isOptional) && (one !== "next" || mayCome),
  );
  const { data: me } = useMe();
  const today = isoDay(todayIn(me?.timezone));
  const begin: Record<Exclude<Way, NamedPeriod>, Period | undefined> = {
    any: undefined,
    last: { last: { count: 1, unit: "years" } },
    next: { next: { count: 7, unit: "days" } },
    since: { from: `${today.slice(0, 4)}-01-01` },
    until: { to: today },
    between: { from: `${today.slice(0, 4)}-01-01`, to: today },
  };
  const time = period && ("last" in period ? period.last : "next" in period ? period.next : null);
  const days = period && ("from" in period || "to" in period) ? period : null;
  const set = (period: Period | undefined) => onChange({ period });
  const setTime = (changes: object) => set({ [way]: { ...time, ...changes } } as Period);
  const { text, type } = useTyped(period, () => "");
  const [isWrong, setWrong] = useState(false);

  function read(typed: string) {
    const next = readPeriod(typed, todayIn(me?.timezone), me?.dates?.dayFirst);
    const fits = next && (mayCome || !("next" in next.period));
    type(typed, fits ? next.period : period);
    setWrong(!fits && typed.trim() !== "");
    if (fits) onChange({ not: undefined, ...next });
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_4rem_auto] gap-2">
      <input
        aria-label="Type when"
        aria-invalid={(isWrong && text !== "") || undefined}
        value={text}
        maxLength={60}
        autoComplete="off"
        placeholder="Type “last year” or “not since Jan 1”"
        onChange={({ target }) => read(target.value)}
        className="field col-span-3"
      />
      {isWrong && text !== "" && (
        <p className="col-span-3 text-danger text-sm">
          Type one period, such as “last year” or “since May 1”.
        </p>
      )}
      <Select
        label="When"
        value={way}
        options={offered.map((one) => ({ value: one, label: ways[one] }))}
        onChange={(next) =>
          set(next in namedPeriods ? { in: next as NamedPeriod } : begin[next as keyof typeof begin])
        }
        className={time || days ? undefined : "col-span-3"}
      />
      {time && (
        <>
          <Count
            label="How many"
            value={time.count}
            min={1}
            max={3650}
            onCount={(count) => setTime({ count })}
          />
          <Select
            label="Of what"
            value={time.unit}
            options={periodUnits.map((unit) => ({ value: unit, label: unit }))}
            onChange={(unit) => setTime({ unit: unit as PeriodUnit })}
          />
        </>
      )}
      {days?.from !== undefined && (
        <input
          type="date"
          aria-label={days.to === undefined ? "Since" : "From"}
          value={days.from}
          max={days.to}
          onChange={({ target }) => target.value && set({ ...days, from: target.value })}
          className="field col-span-2 min-w-0"
        />
      )}
      {days?.to !== undefined && (
        <input
          type="date"
          aria-label={days.from === undefined ? "Until" : "To"}
          value={days.to}
          min={days.from}
          onChange={({ target }) => target.value && set({ ...days, to: target.value })}
          className={clsx("field col-span-2 min-w-0", days.from !== undefined && "col-start-2")}
        />
      )}
    </div>
  );
}
