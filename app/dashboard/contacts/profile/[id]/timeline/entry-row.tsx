import clsx from "clsx";
import { type ReactNode, useState } from "react";
import { Answers } from "#components/answers.tsx";
import { BookingState } from "#components/booking-state.tsx";
import { Gallery } from "#components/files/gallery.tsx";
import { MailStateBadge } from "#components/mail-state-badge.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { IconButton } from "#components/ui/button.tsx";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Money } from "#lib/contract/money.ts";
import { type RepairState, repairWords, ticketNumber } from "#lib/contract/repair-terms.ts";
import type { TimelineEntry } from "#lib/contract/timeline.ts";
import { withoutTokens } from "#lib/contract/tokens.ts";
import { formatDate, formatDay, formatTime, formatWeekday, readDay, today } from "#lib/dates.ts";
import { actorWords, changeWords, deedWord } from "#lib/journal-words.ts";
import { saleDetail } from "#lib/sale-detail.ts";
import { dotted, readNote, truncate } from "#lib/text.ts";
import { dayOf } from "#lib/time/days.ts";
import { SaleModal } from "../new-sale.tsx";
import { letterLook } from "./letter-look.tsx";
import { SAVING } from "./use-saving-note.ts";

type Row = { entry: TimelineEntry; isFirst: boolean; isLast: boolean };

type Look = {
  icon: IconName;
  tone?: "sale" | "refund" | "next";
  isLine?: boolean;
  title?: ReactNode;
  meta?: ReactNode;
  children?: ReactNode;
  amount?: string;
  when: ReactNode;
};

export function EntryRow({ entry, isFirst, isLast }: Row) {
  const look = useLook(entry);
  const { icon, tone, isLine, title, meta, children, amount, when } = look;
  return (
    <li
      data-row=""
      tabIndex={-1}
      className={clsx("timeline-row", isFirst && "is-first", isLast && "is-last", isLine && "is-line")}
    >
      <span className={clsx("timeline-icon", tone && `is-${tone}`)}>
        <Icon is={icon} className="size-3.5" />
      </span>
      <div className="min-w-0">
        {title && <div className="flex flex-wrap items-center gap-x-2 pt-1 leading-5">{title}</div>}
        {meta && <div className="timeline-meta">{meta}</div>}
        {children}
      </div>
      <div className="timeline-when">
        {amount && <b>{amount}</b>}
        {entry.note && !entry.id.startsWith(SAVING) && <Pin id={entry.id} note={entry.note} />}
        <time dateTime={entry.at ?? undefined}>{when}</time>
      </div>
    </li>
  );
}

const repairIcons: Partial<Record<RepairState, IconName>> = {
  IN: "inbox",
  READY: "check",
  HANDED_OVER: "check",
  RETURNED: "undo-2",
};

export function PinnedRow({ entry }: { entry: TimelineEntry }) {
  const { data: me } = useMe();
  const { note } = entry;
  if (!note) return null;
  const day = formatDate(note.pinnedAt, me?.timezone, { short: true });
  return (
    <li data-row="" tabIndex={-1} className="timeline-pinned">
      <Icon is="pin" className="mt-1.5 ml-1.5 text-primary" />
      <div className="min-w-0 font-medium">
        <LongText text={note.content} marked={note.mentions.map(({ name }) => `@${name}`)} />
        <Gallery files={note.files} />
        <p className="timeline-meta font-normal">
          {dotted(`Pinned by ${note.pinnedBy ?? "a colleague"}`, day)}
        </p>
      </div>
      <Pin id={entry.id} note={note} />
    </li>
  );
}

function Pin({ id, note }: { id: string; note: Part<"note"> }) {
  const { act, pending } = useAct("notes.pin");
  const isPinned = note.pinnedAt !== null;
  return (
    <IconButton
      row
      icon="pin"
      label={`${isPinned ? "Unpin" : "Pin"} note “${truncate(note.content, 30)}”`}
      data-row-shortcut="p"
      onClick={() => pending || act({ params: { id }, body: { isPinned: !isPinned } })}
      className={clsx("timeline-pin", isPinned && "text-primary!")}
    />
  );
}

function useLook(entry: TimelineEntry): Look {
  const { data: me } = useMe();
  const money = useMoney();
  const timezone = me?.timezone;
  const { id, at, note, sale, refund, repair, appointment, mail, letter, change } = entry;
  const when = dayWords(at, timezone);
  if (letter) return letterLook(id, letter, when);
  if (appointment) return appointmentLook(id, at, appointment, timezone);
  if (note) return { ...noteLook(note), when };
  if (sale) return { ...saleLook(id, sale, money), when };
  if (refund) return { ...refundLook(refund, money), when };
  if (repair) return { ...repairLook(repair, money), when };
  if (mail) return { ...mailLook(mail), when };
  return { icon: "pencil", isLine: true, meta: change && <Change change={change} />, when };
}

type Undated = Omit<Look, "when">;
type Part<K extends keyof TimelineEntry> = NonNullable<TimelineEntry[K]>;

function noteLook(note: Part<"note">): Undated {
  const { deed, content } = readNote(note.content);
  return {
    icon: deed ? "message-square-text" : "notebook-pen",
    title: (
      <>
        <b className="font-medium">{deed ?? "Note"}</b>
        {note.ticket && (
          <PrefetchLink href={`/dashboard/repairs/${note.ticket.number}`} className="tap link">
            {ticketNumber(note.ticket)}
          </PrefetchLink>
        )}
        <span className="text-muted-foreground text-sm">{note.createdBy}</span>
        {note.pinnedAt && <Icon is="pin" className="size-3.5 text-primary" />}
      </>
    ),
    children: (
      <div className="mt-0.5">
        <LongText text={content} marked={note.mentions.map(({ name }) => `@${name}`)} />
        <Gallery files={note.files} />
      </div>
    ),
  };
}

function saleLook(id: string, sale: Part<"sale">, money: Money): Undated {
  return {
    icon: "receipt-text",
    tone: "sale",
    title: <SaleTitle id={id}>{sale.category || "No category"}</SaleTitle>,
    meta: dotted("Sale", saleDetail(sale), sale.createdBy && `sold by ${sale.createdBy}`),
    amount: money.format(Number(sale.amount)),
  };
}

function refundLook(refund: Part<"refund">, money: Money): Undated {
  const invoice = saleDetail(refund);
  const of = invoice ? `Refund of ${invoice}` : "Refund";
  return {
    icon: "undo-2",
    tone: "refund",
    title: <b className="font-medium">{dotted(refund.category || "No category", refund.reason)}</b>,
    meta: dotted(refund.isWhole ? of : `${of}, part`, refund.createdBy && `by ${refund.createdBy}`),
    amount: `−${money.format(Number(refund.amount))}`,
  };
}

function repairLook(repair: Part<"repair">, money: Money): Undated {
  const { number, name, state, isFirst, by, workshop, to, total, photos, isApproval } = repair;
  const link = (title: string) => (
    <PrefetchLink href={`/dashboard/repairs/${number}`} className="tap font-medium hover:underline">
      {title}
    </PrefetchLink>
  );
  if (isApproval)
    return {
      ...{ icon: "check", tone: "sale", title: link(`Estimate approved, ${money.format(Number(total))}`) },
      meta: dotted(ticketNumber(repair), "on the repair page"),
    };
  const isOver = state === "HANDED_OVER";
  return {
    icon: repairIcons[state] ?? "hammer",
    ...((isOver || state === "READY") && { tone: "sale" as const }),
    title: link(`${isFirst ? "Taken in" : repairWords[state]}: ${name}`),
    children: <Gallery files={photos} of="this step" />,
    meta: dotted(ticketNumber(repair), workshop, to && `to ${to}`, by),
    ...(isOver && { amount: money.format(Number(total)) }),
  };
}

function mailLook(mail: Part<"mail">): Undated {
  const isSent = mail.state === "sent";
  const became = isSent ? "sent" : mail.reason;
  return {
    icon: "send",
    title: (
      <>
        <b className="font-medium">{withoutTokens(mail.subject) || "No subject"}</b>
        {!isSent && <MailStateBadge mail={mail} />}
      </>
    ),
    meta: (
      <>
        {mail.campaign?.id ? (
          <>
            Campaign{" "}
            <PrefetchLink href={`/dashboard/campaigns/${mail.campaign.id}`} className="tap link">
              {mail.campaign.name || "No name"}
            </PrefetchLink>
          </>
        ) : (
          (mail.automation && `Automation “${mail.automation}”`) || "Mail"
        )}
        {became && ` · ${became}`}
      </>
    ),
  };
}

function SaleTitle({ id, children }: { id: string; children: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data: sale } = useRead("sales.get", isOpen ? { params: { id } } : null);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        {...SaleModal.near}
        className="tap text-left font-medium hover:underline"
      >
        {children}
      </button>
      {isOpen && sale && <SaleModal sale={sale} onClose={() => setOpen(false)} />}
    </>
  );
}

function appointmentLook(
  id: string,
  at: string | null,
  { title, endsAt, person, createdBy, status, answers }: Part<"appointment">,
  timezone: string | undefined,
): Look {
  const [start, end] = [Date.parse(at ?? ""), Date.parse(endsAt ?? "")];
  const isNext = status === "CONFIRMED" && end > Date.now();
  const day = at && dayOf(start, timezone ?? "UTC");
  const read = readDay(at, timezone);
  return {
    icon: "calendar-clock",
    ...(isNext && { tone: "next" as const }),
    title: (
      <>
        {status === "CANCELLED" || !day ? (
          <b className="font-medium">{title}</b>
        ) : (
          <PrefetchLink
            href={`/dashboard/appointments?week=${day}&booking=${id}`}
            className="tap font-medium hover:underline"
          >
            {title}
          </PrefetchLink>
        )}
        <BookingState state={status} />
      </>
    ),
    meta: dotted(
      person && `With ${person.name}`,
      Number.isFinite(end - start) && `${Math.round((end - start) / 60_000)} min`,
      createdBy ? `booked by ${createdBy}` : "booked by the visitor",
    ),
    children: answers.length > 0 && (
      <div className="mt-1 text-sm">
        <Answers answers={answers} />
      </div>
    ),
    when: (
      <>
        {isNext && read ? `${formatWeekday(read)}, ` : ""}
        {formatDay(read, { short: true, timezone })}
        <br />
        {formatTime(at, timezone)}
      </>
    ),
  };
}

function dayWords(at: string | null, timezone: string | undefined): ReactNode {
  const day = readDay(at, timezone);
  const now = today(timezone);
  const isToday = day?.year === now.year && day.month === now.month && day.day === now.day;
  if (!isToday) return formatDay(day, { short: true, timezone });
  return (
    <>
      Today
      <br />
      {formatTime(at, timezone)}
    </>
  );
}

function Change({ change: journaled }: { change: Part<"change"> }) {
  const { data: me } = useMe();
  const [isWhole, setWhole] = useState(false);
  if (journaled.about) return <Tie change={journaled} about={journaled.about} />;
  const change = { ...journaled, kind: "contact" as const };
  const words = changeWords(change, me?.timezone);
  const shown = isWhole ? words : words.slice(0, 1);
  const deed =
    words.length > 0 ? (change.reason ? deedWord(change) : "changed") : `${deedWord(change)} this contact`;
  return (
    <>
      {actorWords(change.actor)}{" "}
      {change.actor.kind === "import" && !change.reason ? importDeed(change) : deed}
      {shown.map(({ field, from, to }, i) => (
        <span key={field}>
          {i > 0 && ","} <b className="font-medium text-foreground">{field}</b>
          {(from || to) && (
            <>
              {" "}
              from {from} to <b className="font-medium text-foreground">{to}</b>
            </>
          )}
        </span>
      ))}
      {words.length > 1 && !isWhole && (
        <>
          {" "}
          <button type="button" onClick={() => setWhole(true)} className="link">
            and {words.length - 1} more
          </button>
        </>
      )}
    </>
  );
}

const importDeed = ({ action }: { action: string }) =>
  action === "created" ? "imported this contact" : "changed";

type TieProps = { change: Part<"change">; about: NonNullable<Part<"change">["about"]> };

function Tie({ change, about: { kind, name, other } }: TieProps) {
  const deed = change.reason
    ? deedWord({ ...change, kind })
    : { created: "added", changed: "changed", deleted: "removed" }[change.action];
  const strong = <b className="font-medium text-foreground">{other || name}</b>;
  return (
    <>
      {actorWords(change.actor)} {deed} {kind === "tagging" ? "the tag " : ""}
      {strong}
      {kind === "relation" && other && ` as ${name.toLowerCase()}`}
    </>
  );
}
