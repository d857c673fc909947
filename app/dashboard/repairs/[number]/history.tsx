import clsx from "clsx";
import {
  Check,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquareText,
  NotebookPen,
  Phone,
} from "lucide-react";
import type { ReactNode } from "react";
import { Composer } from "#components/composer/composer.tsx";
import { Gallery } from "#components/files/gallery.tsx";
import { stateLooks } from "#components/repairs/states.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMay, useMe, useMoney } from "#components/shell/use-me.ts";
import { LongText } from "#components/ui/long-text.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { useSave } from "#lib/api/use-save.ts";
import type { Money } from "#lib/contract/money.ts";
import { doneStates, type NoticeWay, noticeWords, repairWords } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import type { TimelineEntry } from "#lib/contract/timeline.ts";
import { formatDay, formatMoment, formatTime, readDay } from "#lib/dates.ts";
import { dayHead } from "#lib/repair-words.ts";
import { readNote } from "#lib/text.ts";
import { dayOf } from "#lib/time/days.ts";
import { BeforeAfter, beforeAndAfter, photosOfSteps, TicketPhotos } from "./photos.tsx";

type Entry = {
  id: string;
  at: string;
  icon: LucideIcon;
  tone?: "is-next" | "is-sale";
  title: ReactNode;
  meta: string;
  children?: ReactNode;
};

export function History({ repair }: { repair: Repair }) {
  const { data: me } = useMe();
  const money = useMoney();
  const mails = useMails(repair);
  const entries = entriesOf(repair, { money, timezone: me?.timezone, mails });
  const days = entries.map(({ at }) => dayOf(new Date(at), me?.timezone));
  return (
    <div className="phone:order-4 phone:-mx-4 phone:border-y phone:bg-card phone:mb-16">
      <Add repair={repair} />
      <ol aria-label="History" className="px-4 pb-3">
        {entries.map(({ id, at, icon: Look, tone, title, meta, children }, i) => {
          const day = days[i] ?? "";
          const isFirst = day !== days[i - 1];
          const isLast = day !== days[i + 1];
          return [
            isFirst && (
              <li key={day} className="timeline-head">
                <h2>{dayHead(day, me?.timezone)}</h2>
              </li>
            ),
            <li key={id} className={clsx("timeline-row", isFirst && "is-first", isLast && "is-last")}>
              <span className={clsx("timeline-icon", tone)}>
                <Look size={14} aria-hidden="true" />
              </span>
              <div className="min-w-0">
                <p className="pt-1 font-medium leading-5">{title}</p>
                <p className="timeline-meta">{meta}</p>
                {children}
              </div>
              <time dateTime={at} className="timeline-when">
                {formatTime(at, me?.timezone)}
              </time>
            </li>,
          ];
        })}
      </ol>
    </div>
  );
}

function Add({ repair }: { repair: Repair }) {
  const { id, contact } = repair;
  const { save } = useSave("notes", undefined);
  const photo = <TicketPhotos repair={repair} />;
  if (!contact?.id) return <div className="flex flex-wrap gap-2 px-4 pt-3 phone:hidden">{photo}</div>;
  return (
    <Composer
      contact={{ id: contact.id, name: contact.name }}
      repairId={id}
      draft={`note of repair ${id}`}
      addNote={(note) => save({ ...note, repairId: id })}
      kinds={["note", "photo", "text", "mail"]}
      photo={<div className="flex flex-wrap gap-2 p-3">{photo}</div>}
      inFlow
    />
  );
}

/** Email with the customer since the piece was taken in, as far as this person may read it. */
function useMails({ contact, createdAt }: Repair): TimelineEntry[] {
  const may = useMay()("timeline.ofContact");
  const read = may && contact?.id ? { params: { id: contact.id }, query: { kind: "mail" as const } } : null;
  const { data = [] } = useRead("timeline.ofContact", read);
  return data.filter(({ at, letter }) => letter && at && at >= (createdAt ?? ""));
}

type With = { money: Money; timezone: string | undefined; mails: TimelineEntry[] };

function entriesOf(repair: Repair, { money, timezone, mails }: With): Entry[] {
  const { steps, approved, contact, notes } = repair;
  const photos = photosOfSteps(repair);
  const pair = beforeAndAfter(repair);
  const shownAt = pair ? steps.findLastIndex(({ state }) => state === "READY") : -1;
  const all = steps.map((step, i): Entry => {
    const isPaired = pair && i === (shownAt < 0 ? steps.length - 1 : shownAt);
    const own = (photos[i] ?? []).filter(({ id }) => !isPaired || id !== pair.after.id);
    return {
      ...stepEntry(step, i, repair),
      children: (
        <>
          <Quote text={i === 0 ? repair.words : reasonOf(repair, i)} />
          {isPaired && <BeforeAfter {...pair} />}
          <Gallery files={own} of="this step" />
          <Added photos={photos[i] ?? []} step={step} timezone={timezone} />
        </>
      ),
    };
  });
  if (approved?.at)
    all.push({
      ...{ id: "approved", at: approved.at, icon: Check, tone: "is-sale" },
      ...{ meta: `By ${contact?.name}, on the repair page` },
      title: `Estimate approved, ${money.format(Number(approved.total))}`,
    });
  for (const { notified, state, at } of steps) {
    if (!notified?.at) continue;
    const title = `${noticeWords[notified.how]}: ${state === "READY" ? "ready" : state === "IN" ? "the slip" : "the estimate"}`;
    all.push({ id: `notified ${at}`, at: notified.at, icon: ways[notified.how], title, meta: notified.by });
  }
  for (const { id, at, by, files, ...note } of notes ?? []) {
    const { deed, content } = readNote(note.content);
    all.push({
      ...{
        id,
        at: at ?? "",
        icon: deed ? MessageSquareText : NotebookPen,
        title: deed ?? "Note",
        meta: by ?? "",
      },
      children: (
        <>
          <LongText text={content} />
          <Gallery files={files} />
        </>
      ),
    });
  }
  for (const { id, at, letter } of mails) {
    if (!letter || !at) continue;
    const { direction, subject, from, person } = letter;
    const href = `/dashboard/contacts/profile/${contact?.id}?view=timeline&letter=${id}`;
    all.push({
      ...{ id, at, icon: Mail },
      ...{
        meta: direction === "in" ? `From ${from.name || from.address}` : `Emailed by ${person?.name ?? ""}`,
      },
      title: (
        <PrefetchLink href={href} className="tap wrap-anywhere hover:underline">
          {subject || "No subject"}
        </PrefetchLink>
      ),
    });
  }
  return all.toReversed().sort((a, b) => b.at.localeCompare(a.at));
}

const ways: Record<NoticeWay, LucideIcon> = {
  TEXT: MessageSquareText,
  WHATSAPP: MessageCircle,
  EMAIL: Mail,
  CALL: Phone,
};

type Step = Repair["steps"][number];

/** Steps from before 1.1 have no reason of their own. */
function reasonOf({ steps, reason }: Repair, i: number) {
  const step = steps[i];
  if (!step || !doneStates.includes(step.state)) return null;
  return step.reason ?? (step.state === "RETURNED" ? reason : null);
}

function stepEntry(step: Step, i: number, { id }: Repair): Omit<Entry, "children"> {
  const { state, at, by, workshop, backDay, to, reason, printed } = step;
  const note = !doneStates.includes(state) && reason;
  const back = backDay && `back by ${formatDay(readDay(backDay), { short: true })}`;
  return {
    ...{ id: `${id} ${i}`, at: at ?? "", icon: stateLooks[state].icon },
    title: i === 0 ? "Taken in" : repairWords[state],
    ...(state === "BENCH" && { tone: "is-next" as const }),
    ...(state === "READY" && { tone: "is-sale" as const }),
    meta: [by, workshop, back, to && `to ${to}`, note, printed?.length && `${printed.join(" and ")} printed`]
      .filter(Boolean)
      .join(" · "),
  };
}

function Quote({ text }: { text: string | null | undefined }) {
  return text ? <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere">“{text}”</p> : null;
}

type AddedProps = { photos: Repair["photos"]; step: Step; timezone: string | undefined };
const SOON_MS = 600_000;

function Added({ photos, step, timezone }: AddedProps) {
  const last = photos.at(-1);
  if (!last?.at) return null;
  const isSoon = Date.parse(last.at) - Date.parse(step.at ?? "") < SOON_MS;
  if (isSoon && (last.by === step.by || !last.by)) return null;
  const what = photos.length === 1 ? "Photo added" : "Last photo added";
  return (
    <p className="timeline-meta">
      {[what, formatMoment(last.at, timezone), last.by && `by ${last.by}`].filter(Boolean).join(" ")}
    </p>
  );
}
