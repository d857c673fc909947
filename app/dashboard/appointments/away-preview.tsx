"use client";
import clsx from "clsx";
import {
  ArrowRight,
  CalendarDays,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  Clock,
  Mail,
  Phone,
} from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { clockText } from "#lib/calendar/words.ts";
import type { AwayPlan, AwayRow } from "#lib/contract/away.ts";
import { countsOf, isOtherTime, messageText, placeText, saveText, targetText } from "./away-words.ts";
import type { useAway } from "./use-away.ts";

type Props = {
  away: ReturnType<typeof useAway>;
  plan: AwayPlan;
  title: string;
  days: string;
  tell: boolean;
  line: string;
  onLine: (line: string) => void;
  onBack: () => void;
  onDone: () => void;
};

export function AwayPreview({ away, plan, title, days, tell, line, onLine, onBack, onDone }: Props) {
  const [at, setAt] = useState(0);
  const { failure, busy, saving, choose, save } = away;
  const counts = countsOf(plan);
  const mails = plan.rows.filter(({ message }) => message !== null);
  const shown = mails[Math.min(at, mails.length - 1)];

  async function send(withMessages: boolean) {
    if (!busy && (await save(withMessages))) onDone();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return void send(tell);
    }
    if ((event.target as Element).closest("textarea, [role=menu]")) return;
    if (event.key === "[") setAt(Math.max(0, at - 1));
    if (event.key === "]") setAt(Math.min(mails.length - 1, at + 1));
    if (event.key === "j" || event.key === "k") focusRow(event.currentTarget, event.key === "j" ? 1 : -1);
  }

  return (
    <Modal
      title={`${title}: preview`}
      description={`${days}. Change any row with its menu.`}
      onClose={onBack}
      className="max-w-280!"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys for all controls in it */}
      <div onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
        <Sums plan={plan} />
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t md:grid md:grid-cols-[minmax(0,1fr)_360px] md:overflow-hidden">
          <ul aria-label="Appointments" className="md:overflow-y-auto">
            {plan.rows.map((row) => (
              <Row
                key={row.id}
                {...{ plan, row }}
                isShown={row.id === shown?.id}
                onChoose={(to) => void choose(row, to)}
              />
            ))}
          </ul>
          <aside className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 border-l bg-muted p-4 md:overflow-y-auto phone:border-l-0">
            {shown ? (
              <Message row={shown} at={mails.indexOf(shown)} count={mails.length} onGo={setAt} />
            ) : (
              <p className="text-muted-foreground">No emails are sent.</p>
            )}
            <label className="grid gap-1.5 font-medium text-sm">
              Add a line to every message
              <textarea
                rows={2}
                maxLength={500}
                value={line}
                onChange={({ target }) => onLine(target.value)}
                placeholder="We’re sorry for the change…"
                className="field h-auto py-2 font-normal"
              />
            </label>
          </aside>
        </div>
        <footer className="grid gap-2 border-t px-5 py-3 phone:pb-[calc(14px+env(safe-area-inset-bottom))]">
          {failure && <FailureLine>{failure}</FailureLine>}
          <div className="flex flex-wrap items-center gap-2">
            <Button variant="ghost" onClick={onBack} className="phone:flex-1">
              Back
            </Button>
            <span className="flex-1 text-right text-muted-foreground text-sm phone:hidden">
              {counts.emails > 0 && "Emails are sent 10 seconds later, so you can undo."}
            </span>
            {counts.emails > 0 && (
              <Button busy={saving} onClick={() => void send(false)} className="phone:flex-1">
                Save without messages
              </Button>
            )}
            <Button
              variant="primary"
              busy={saving || busy}
              onClick={() => void send(tell)}
              className="phone:-order-1 phone:w-full"
            >
              {saveText(counts, tell)}
            </Button>
          </div>
        </footer>
      </div>
    </Modal>
  );
}

function focusRow(dialog: HTMLElement, by: 1 | -1) {
  const rows = [...dialog.querySelectorAll<HTMLElement>("[aria-haspopup=menu]")];
  const now = rows.indexOf(document.activeElement as HTMLElement);
  rows[Math.min(rows.length - 1, Math.max(0, now + by))]?.focus();
}

function Sums({ plan }: { plan: AwayPlan }) {
  const { same, later, otherDay, emails, calls, cancelled } = countsOf(plan);
  const sums = [
    { icon: Check, count: same, text: "keep their time", tone: "bg-success-soft text-success" },
    { icon: Clock, count: later, text: "later that day", tone: "bg-warning-soft text-warning" },
    { icon: CalendarDays, count: otherDay, text: "on another day", tone: "bg-warning-soft text-warning" },
    { icon: CalendarDays, count: cancelled, text: "cancelled", tone: "bg-warning-soft text-warning" },
    { icon: Mail, count: emails, text: emails === 1 ? "email" : "emails", tone: "bg-muted" },
    { icon: Phone, count: calls, text: calls === 1 ? "call" : "calls", tone: "bg-muted" },
  ].filter(({ count }) => count > 0);
  return (
    <p className="flex flex-wrap gap-2 px-5 pb-3">
      {sums.map(({ icon: Icon, count, text, tone }) => (
        <span
          key={text}
          className={clsx("inline-flex items-center gap-1.5 rounded-md px-2.5 py-1 text-sm", tone)}
        >
          <Icon size={14} strokeWidth={2} aria-hidden="true" />
          <b className="font-semibold tabular-nums">{count}</b> {text}
        </span>
      ))}
    </p>
  );
}

type RowProps = {
  plan: AwayPlan;
  row: AwayRow;
  isShown: boolean;
  onChoose: (to: AwayRow["choices"][number] | "CANCEL" | "STAY") => void;
};

function Row({ plan, row, isShown, onChoose }: RowProps) {
  const target = targetText(plan, row);
  const isWarned = row.isChanged || row.act === "CALL" || isOtherTime(row);
  const Icon = row.tell === "CALL" ? Phone : Mail;
  const message = messageText(row, plan.timezone);
  return (
    <li
      className={clsx(
        "grid min-h-15 grid-cols-[4.75rem_minmax(0,1fr)_1rem_minmax(0,1.1fr)_9.75rem] items-center gap-3 border-b px-5 py-2 phone:grid-cols-[1fr_auto] phone:gap-y-1 phone:px-4",
        isWarned && "bg-warning-soft",
        isShown && "shadow-[inset_3px_0_var(--primary)]",
      )}
    >
      <span className="font-medium tabular-nums">
        {clockText(Date.parse(row.startsAt ?? ""), plan.timezone)}
      </span>
      <span className="min-w-0 phone:order-3 phone:col-span-2">
        <span className="block truncate font-medium">{row.name}</span>
        <span className="block truncate text-muted-foreground text-sm">{row.title}</span>
      </span>
      <ArrowRight size={14} aria-hidden="true" className="text-muted-foreground phone:hidden" />
      <Menu
        label={`${row.name}: ${target}. Change`}
        wrapperClassName="flex min-w-0 phone:order-4 phone:col-span-2"
        className="flex min-h-control w-full min-w-0 items-center gap-2 rounded-md border border-input bg-card px-3 text-left tabular-nums"
        items={[
          ...row.choices.map((choice) => ({
            label: placeText(plan, row, choice),
            checked: choice.personId === row.to?.personId && choice.startsAt === row.to?.startsAt,
            onSelect: () => onChoose(choice),
          })),
          { label: "Cancel appointment", danger: true, onSelect: () => onChoose("CANCEL") },
          { label: "Leave as is", onSelect: () => onChoose("STAY") },
        ]}
      >
        <span className="min-w-0 flex-1 truncate">{target}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </Menu>
      <span
        className={clsx(
          "flex min-w-0 items-center gap-1.5 text-sm phone:order-2 phone:justify-end",
          isWarned ? "font-medium text-warning" : "text-muted-foreground",
        )}
      >
        {row.tell && <Icon size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />}
        <span className="truncate">{row.isChanged ? "New opening" : message}</span>
      </span>
    </li>
  );
}

type MessageProps = { row: AwayRow; at: number; count: number; onGo: (at: number) => void };

function Message({ row, at, count, onGo }: MessageProps) {
  return (
    <>
      <div className="flex items-center gap-1">
        <h3 className="min-w-0 flex-1 truncate font-medium">Email to {row.name}</h3>
        <IconButton row label="Previous message" disabled={at <= 0} onClick={() => onGo(at - 1)}>
          <ChevronLeft size={16} aria-hidden="true" />
        </IconButton>
        <span className="text-muted-foreground text-sm tabular-nums">
          {at + 1} of {count}
        </span>
        <IconButton row label="Next message" disabled={at >= count - 1} onClick={() => onGo(at + 1)}>
          <ChevronRight size={16} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="rounded-md border bg-card p-3 text-sm">
        <p className="font-semibold">{row.message?.subject}</p>
        <p className="text-muted-foreground wrap-anywhere">to {row.email}</p>
        <p className="mt-3 whitespace-pre-line wrap-anywhere">{row.message?.text}</p>
      </div>
    </>
  );
}
