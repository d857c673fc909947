"use client";
import { Check, CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { part } from "#components/ui/part.tsx";
import { PHONE, useMedia } from "#components/ui/use-media.ts";
import { useAct } from "#lib/api/use-act.ts";
import { rangeText } from "#lib/calendar/words.ts";
import type { AwayPlan, AwaySpan, AwayWay } from "#lib/contract/away.ts";
import { formatMoment } from "#lib/dates.ts";
import { notify } from "#lib/notifications.ts";
import { joined, plural } from "#lib/text.ts";
import { addDays } from "#lib/time/days.ts";
import { shownPlan } from "./away-ghosts.tsx";
import { countsOf } from "./away-words.ts";
import { Docked } from "./docked.tsx";
import { useAway } from "./use-away.ts";

const Preview = part(() => import("./away-preview.tsx"), "AwayPreview");

type Props = {
  personId: string;
  from: string;
  today: string;
  timezone: string;
  saved: string | null;
  onClose: () => void;
};

const MAX_DAYS = 62;

export function AwayPanel({ personId, from, today, saved, onClose }: Props) {
  const phone = useMedia(PHONE);
  const [when, setWhen] = useState<Span>(saved ? "SAVED" : "DAYS");
  const [until, setUntil] = useState(saved ?? addDays(from, 1));
  const [how, setHow] = useState<AwayWay>("COLLEAGUES");
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [tell, setTell] = useState(true);
  const [line, setLine] = useState("");
  const [isPreview, setPreview] = useState(false);
  const [team, setTeam] = useState<AwayPlan["colleagues"]>([]);
  const to = when === "UNTIL" || when === "SAVED" ? until : from;
  const colleagues = leftOut.size > 0 ? team.flatMap(({ id }) => (leftOut.has(id) ? [] : id)) : null;
  const away = useAway(personId, {
    ...{ from, to, how, colleagues, tell },
    when: when === "UNTIL" ? "DAYS" : when,
    line: line.trim() || null,
  });
  const { plan, failure, busy } = away;
  if (plan && team.length === 0 && plan.colleagues.length > 0) setTeam(plan.colleagues);
  useEffect(() => {
    shownPlan.set(plan);
    return () => shownPlan.set(null);
  }, [plan]);
  const isEmpty = plan?.rows.length === 0;
  const name = plan?.person?.name.split(" ")[0] ?? "";
  const title = name ? `${name} is away` : "Away";
  const Frame = phone ? Modal : Docked;
  return (
    <>
      <Frame title={title} onClose={onClose}>
        <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain px-5 pt-1 pb-4">
          {plan?.earlier && <AwayEarlier earlier={plan.earlier} name={name} onUndone={away.reload} />}
          <Fields legend="When" note="Customers don’t see the reason.">
            {saved ? (
              <p className="tabular-nums">{rangeText(from, until)}</p>
            ) : (
              <Spans {...{ from, today }} selected={when} onChoose={setWhen} />
            )}
            {when === "UNTIL" && (
              <input
                type="date"
                aria-label="Last day away"
                min={from}
                max={addDays(from, MAX_DAYS - 1)}
                value={until}
                onChange={({ target }) => target.value && setUntil(target.value)}
                className="field w-44"
              />
            )}
          </Fields>
          {isEmpty ? (
            <NoAppointments personId={personId} name={name} />
          ) : (
            <>
              <Fields
                legend={plan ? `${name}’s ${plural(plan.rows.length, "booked appointment")}` : "Appointments"}
              >
                <Ways name={name} selected={how} onChoose={setHow} />
              </Fields>
              {how === "COLLEAGUES" && team.length > 0 && (
                <Fields legend="Colleagues">
                  <Colleagues
                    colleagues={plan?.colleagues ?? team}
                    leftOut={leftOut}
                    onToggle={(id) => setLeftOut(toggled(leftOut, id))}
                  />
                </Fields>
              )}
              <ChoiceLine
                type="checkbox"
                checked={tell}
                onChange={({ target }) => setTell(target.checked)}
                note={plan ? tellText(plan, tell) : ""}
              >
                Tell customers
              </ChoiceLine>
            </>
          )}
        </div>
        <Footer {...{ plan, failure, busy }} onCancel={onClose} onPreview={() => setPreview(true)} />
      </Frame>
      {isPreview && plan && (
        <Preview
          {...{ away, plan, title, line, tell }}
          days={rangeText(from, to)}
          onLine={setLine}
          onBack={() => setPreview(false)}
          onDone={onClose}
        />
      )}
    </>
  );
}

type Span = AwaySpan | "UNTIL";
type SpansProps = { from: string; today: string; selected: Span; onChoose: (span: Span) => void };

function Spans({ from, today, selected, onChoose }: SpansProps) {
  const spans = [
    ["DAYS", from === today ? "Today" : rangeText(from, from)],
    ...(from === today ? [["REST", "Rest of today"] as const] : []),
    ["UNTIL", "Until…"],
  ] as const;
  return (
    <div className="flex flex-wrap gap-2">
      {spans.map(([value, label]) => (
        <Chip key={value} pressed={selected === value} onPress={() => onChoose(value)}>
          {label}
        </Chip>
      ))}
    </div>
  );
}

type FooterProps = {
  plan: AwayPlan | null;
  failure: string;
  busy: boolean;
  onCancel: () => void;
  onPreview: () => void;
};

function Footer({ plan, failure, busy, onCancel, onPreview }: FooterProps) {
  const isEmpty = plan?.rows.length === 0;
  return (
    <footer className="grid gap-2.5 border-t px-5 py-3 phone:pb-[calc(14px+env(safe-area-inset-bottom))]">
      {failure && <FailureLine>{failure}</FailureLine>}
      <p role="status" className="flex gap-2 rounded-md bg-info-soft px-3 py-2 text-info empty:hidden">
        {plan && !failure && !isEmpty && (
          <>
            <CircleCheck size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
            {summaryText(plan)}
          </>
        )}
      </p>
      <div className="flex items-center gap-2">
        <span className="flex-1 text-muted-foreground text-xs">Nothing has changed yet.</span>
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          variant="primary"
          {...Preview.near}
          busy={busy}
          disabled={!plan || isEmpty}
          onClick={onPreview}
        >
          Preview
        </Button>
      </div>
    </footer>
  );
}

function NoAppointments({ personId, name }: { personId: string; name: string }) {
  return (
    <p>
      {`${name} has no appointments then. ${name}’s own calendar isn’t changed. `}
      <PrefetchLink href={`/dashboard/settings/appointments/hours?person=${personId}`} className="link">
        Add the time off in Hours
      </PrefetchLink>
    </p>
  );
}

type FieldsProps = { legend: string; note?: string; children: React.ReactNode };

function Fields({ legend, note, children }: FieldsProps) {
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1.5 font-medium text-sm">{legend}</legend>
      {children}
      {note && <p className="text-muted-foreground text-sm">{note}</p>}
    </fieldset>
  );
}

type WaysProps = { name: string; selected: AwayWay; onChoose: (way: AwayWay) => void };

function Ways({ name, selected, onChoose }: WaysProps) {
  const ways = [
    ["COLLEAGUES", "Move to colleagues", "Same time first, then the next opening that day"],
    ["OWN", `Move to ${name ? `${name}’s` : "their"} next opening`, "After the last day away"],
    ["CANCEL", "Cancel all", "Nobody takes over"],
  ] as const;
  return ways.map(([value, label, note]) => (
    <label
      key={value}
      className="flex cursor-pointer items-start gap-3 rounded-md border px-3 py-2.5 has-checked:border-primary has-checked:bg-primary-soft"
    >
      <input
        type="radio"
        name="away-how"
        checked={selected === value}
        onChange={() => onChoose(value)}
        className="mt-0.5 size-4 shrink-0 accent-primary"
      />
      <span className="grid">
        <span className="font-medium">{label}</span>
        <span className="text-muted-foreground text-sm">{note}</span>
      </span>
    </label>
  ));
}

type ColleaguesProps = {
  colleagues: AwayPlan["colleagues"];
  leftOut: ReadonlySet<string>;
  onToggle: (id: string) => void;
};

function Colleagues({ colleagues, leftOut, onToggle }: ColleaguesProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
      {colleagues.map(({ id, name, reason }) => (
        <button
          key={id}
          type="button"
          disabled={Boolean(reason)}
          aria-pressed={!reason && !leftOut.has(id)}
          onClick={() => onToggle(id)}
          className="group flex min-h-control min-w-0 items-center gap-2 rounded-md border px-2 py-1 text-left font-medium aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-soft-foreground disabled:text-muted-foreground"
        >
          <Avatar id={id} name={name} className="size-6! text-[0.6875rem]!" />
          <span className="min-w-0 flex-1 truncate">
            {name.split(" ")[0]}
            {reason && <span className="block truncate font-normal text-xs">{reason}</span>}
          </span>
          <Check size={14} aria-hidden="true" className="hidden group-aria-pressed:block" />
        </button>
      ))}
    </div>
  );
}

function toggled(all: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return all.has(id) ? new Set([...all].filter((one) => one !== id)) : new Set(all).add(id);
}

function tellText(plan: AwayPlan, tell: boolean): string {
  const { emails, calls } = countsOf(plan);
  const tasks = calls > 0 ? `You’ll get ${plural(calls, "task")} to call.` : "";
  if (!tell) return tasks;
  if (!plan.canMail) return `No email account is connected. ${tasks}`;
  return joined(" ", `${emails} by email.`, tasks);
}

function summaryText(plan: AwayPlan): string {
  const { same, later, otherDay, cancelled, open } = countsOf(plan);
  const parts = [
    same > 0 && `${same} keep the time`,
    later > 0 && `${later} later that day`,
    otherDay > 0 && `${otherDay} on another day`,
    cancelled > 0 && `${cancelled} cancelled`,
    open > 0 && `${open} without an opening`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

type AwayEarlierProps = { earlier: NonNullable<AwayPlan["earlier"]>; name: string; onUndone: () => void };

function AwayEarlier({ earlier, name, onUndone }: AwayEarlierProps) {
  const { booking, at, moved, cancelled, emails } = earlier;
  const { data: me } = useMe();
  const { act, pending } = useAct("bookings.undo", { texts: { failure: "Failed to undo" } });
  const changed = joined(
    ", ",
    moved > 0 && `${plural(moved, "appointment")} moved`,
    cancelled > 0 && `${cancelled} cancelled`,
  );

  async function undo() {
    const text = [
      `The appointments go back to ${name} at their former times.`,
      emails > 0 && "Customers who got an email get a new one.",
      "Appointments that changed since, or whose old time is taken or past, stay as they are.",
    ].filter(Boolean);
    if (!(await confirm({ title: "Undo these changes?", text: text.join(" "), verb: "Undo" }))) return;
    const { id, version } = booking;
    const outcome = await act({ params: { id }, body: { version } });
    if (outcome.ok) {
      const stayed = outcome.answer.stayed ?? 0;
      const stay =
        stayed > 0
          ? `, except ${plural(stayed, "appointment")} that changed, or whose old time is taken or past`
          : "";
      notify({ type: "success", message: `Undone${stay}` });
    }
    onUndone();
  }

  return (
    <div className="flex items-center gap-3 rounded-md bg-muted py-2 pr-2 pl-3">
      <p className="min-w-0 flex-1">
        {changed}
        <span className="block text-muted-foreground text-sm">{formatMoment(at, me?.timezone)}</span>
      </p>
      <Button busy={pending} onClick={() => pending || void undo()}>
        Undo
      </Button>
    </div>
  );
}
