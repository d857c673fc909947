import { Mail } from "lucide-react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { part } from "#components/ui/part.tsx";
import { act } from "#lib/api/act.ts";
import { dayText } from "#lib/calendar/words.ts";
import type { TimeOfDay, VisitorEntry } from "#lib/contract/waitlist.ts";
import { addDays } from "#lib/time/days.ts";
import { NOT_LOADED } from "#lib/unexpected.ts";
import type { CaptchaKey } from "./captcha.tsx";
import type { Times } from "./use-times.ts";
import { useVisitorForm } from "./use-visitor-form.ts";
import { Honeypot, VisitorField, visitorFields } from "./visitor-field.tsx";
import { WaitsFor } from "./waits-for.tsx";

const Captcha = part(() => import("./captcha.tsx"), "Captcha");

type Props = {
  slug: string;
  title: string;
  day: string;
  times: Times;
  captcha: CaptchaKey | null;
  onClose: () => void;
};

const MOST_DAYS = 62;
const KEPT = ["name", "email"];

export function WaitlistSheet(props: Props) {
  const { title, times, onClose } = props;
  const [made, setMade] = useState<VisitorEntry | null>(null);
  const staffName = times.people.find(({ id }) => id === times.person)?.name ?? "anyone available";
  const about = times.people.length > 0 ? `${title} with ${staffName}` : title;
  return (
    <Modal
      title={made ? "You’re on the list" : "Notify me if a time opens up"}
      description={about}
      onClose={onClose}
      className="max-w-120! phone:inset-auto! phone:inset-x-0! phone:bottom-0! phone:max-h-[94dvh]! phone:rounded-t-2xl! phone:border-t!"
    >
      <div className="overflow-y-auto overscroll-contain px-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
        {made ? <Done entry={made} onClose={onClose} /> : <WaitlistForm {...props} onMade={setMade} />}
      </div>
    </Modal>
  );
}

function Done({ entry, onClose }: { entry: VisitorEntry; onClose: () => void }) {
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => status.current?.focus(), []);
  return (
    <div className="grid gap-4">
      <div ref={status} tabIndex={-1} role="status" className="grid gap-3 outline-none">
        <WaitsFor entry={entry} />
        <p className="text-muted-foreground">
          {entry.mailed
            ? "We’ll email you a link to leave the list."
            : "The store can’t send email right now. It will contact you when a time opens up."}
        </p>
      </div>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  );
}

type FormProps = Props & { onMade: (entry: VisitorEntry) => void };

function WaitlistForm({ slug, day, times, captcha, onMade }: FormProps) {
  const range = useRange(day, times.slots);
  const [timeOfDay, setTimeOfDay] = useState<TimeOfDay>("ANY");
  const visitor = useVisitorForm(`wish ${slug}`, KEPT, Boolean(captcha));
  const { timezone, person } = times;
  const asked = { from: day, to: range.to, timeOfDay, personId: person, timezone };
  const { submit, refused, isBusy } = useJoin({ slug, asked, visitor, captcha, onMade });
  return (
    <form
      ref={visitor.form}
      noValidate
      onSubmit={submit}
      onInput={(event) => {
        visitor.keep(event);
        visitor.forgetErrors();
      }}
      className="grid gap-4"
    >
      {refused && <Alert>{refused}</Alert>}
      <DayField day={day} {...range} />
      <TimeOfDayField value={timeOfDay} onChange={setTimeOfDay} />
      {visitorFields
        .filter(({ required }) => required)
        .map((field) => (
          <VisitorField key={field.name} {...field} error={visitor.errors[field.name]} />
        ))}
      <Honeypot />
      {captcha && <Captcha key={visitor.tries} {...captcha} {...visitor.captcha} />}
      <div className="flex gap-3 rounded-lg bg-info-soft px-4 py-2.5 text-info">
        <Mail size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
        <p>
          We’ll email you when a time opens up. It’s reserved for you for <b>30 minutes</b>, then offered to
          the next person.
        </p>
      </div>
      <Button type="submit" variant="primary" busy={isBusy} className="h-11!">
        Join the waiting list
      </Button>
    </form>
  );
}

type Joining = Pick<FormProps, "slug" | "captcha" | "onMade"> & {
  asked: { from: string; to: string; timeOfDay: TimeOfDay; personId: string | null; timezone: string };
  visitor: ReturnType<typeof useVisitorForm>;
};

function useJoin({ slug, asked, visitor, captcha, onMade }: Joining) {
  const [refused, setRefused] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const { currentTarget } = event;
    setBusy(true);
    setRefused(null);
    try {
      const { visitorEntryForm } = await import("#lib/contract/waitlist.ts");
      const body = visitor.accept(visitorEntryForm.safeParse(visitor.toBody(currentTarget, asked)));
      if (!body) return;
      const outcome = await act("visitor.wish", { params: { slug }, body });
      if (captcha) visitor.renewCaptcha();
      if (!outcome.ok) return setRefused(outcome.error.message);
      visitor.drop();
      onMade(outcome.answer);
    } catch {
      setRefused(NOT_LOADED);
    } finally {
      setBusy(false);
    }
  }

  return { submit, refused, isBusy };
}

/** One day, or every day from it to `to`, at most `last`. */
function useRange(day: string, slots: Times["slots"]) {
  const [last = day] = [slots.last, addDays(day, MOST_DAYS - 1)].sort();
  const [isRange, setRange] = useState(false);
  const [until, setUntil] = useState([slots.days.at(-1)?.day ?? last, last].sort()[0] ?? last);
  const to = isRange && until > day ? until : day;
  return { last, isRange, setRange, until, setUntil, to };
}

type DayProps = { day: string } & ReturnType<typeof useRange>;

function DayField({ day, last, isRange, setRange, until, setUntil }: DayProps) {
  return (
    <div role="radiogroup" aria-label="Which day" className="grid [&>*+*]:border-t">
      <Choice name="range" label={dayText(day)} isChosen={!isRange} choose={() => setRange(false)} />
      {last > day && (
        <div>
          <Choice
            name="range"
            label={`Any day until ${dayText(until > day ? until : day)}`}
            isChosen={isRange}
            choose={() => setRange(true)}
          />
          {isRange && (
            <label className="mb-2 grid gap-1.5 pl-8 font-medium text-sm">
              Until
              <input
                type="date"
                name="to"
                value={until}
                min={addDays(day, 1)}
                max={last}
                onChange={({ target }) => target.value && setUntil([target.value, last].sort()[0] ?? last)}
                className="field"
              />
            </label>
          )}
        </div>
      )}
    </div>
  );
}

type ChoiceProps = { name: string; label: string; isChosen: boolean; choose: () => void };

function Choice({ name, label, isChosen, choose }: ChoiceProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={choose}
        className="size-5 shrink-0 accent-primary"
      />
      {label}
    </label>
  );
}

const TIMES = [
  { value: "ANY", label: "Any time" },
  { value: "MORNING", label: "Morning" },
  { value: "AFTERNOON", label: "Afternoon" },
] as const;

function TimeOfDayField({ value, onChange }: { value: TimeOfDay; onChange: (next: TimeOfDay) => void }) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label="Time of day"
      className="grid grid-cols-3 gap-0.5 rounded-[10px] border bg-muted p-0.75"
    >
      {TIMES.map((time) => (
        <label
          key={time.value}
          className="flex h-11 cursor-pointer items-center justify-center rounded-[7px] font-medium text-muted-foreground text-sm has-checked:bg-card has-checked:text-foreground has-checked:shadow-1 has-checked:ring-1 has-checked:ring-border has-focus-visible:outline-2 has-focus-visible:outline-ring dark:has-checked:bg-accent"
        >
          <input
            type="radio"
            name={name}
            checked={value === time.value}
            onChange={() => onChange(time.value)}
            className="sr-only"
          />
          {time.label}
        </label>
      ))}
    </div>
  );
}
