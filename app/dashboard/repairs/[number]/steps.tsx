import clsx from "clsx";
import { Bell, Check, type LucideIcon } from "lucide-react";
import { stateLooks } from "#components/repairs/states.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import type { Money } from "#lib/contract/money.ts";
import { noticeWords, repairWords } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { formatDay, formatTime, readDay } from "#lib/dates.ts";
import { dayHead } from "#lib/repair-words.ts";
import { dayOf } from "#lib/time/days.ts";

type Entry = {
  at: string;
  icon: LucideIcon;
  tone?: "is-next" | "is-sale";
  title: string;
  meta: string;
  text?: string | null;
};

export function Steps({ repair }: { repair: Repair }) {
  const { data: me } = useMe();
  const money = useMoney();
  const entries = entriesOf(repair, money);
  const days = entries.map(({ at }) => dayOf(new Date(at), me?.timezone));
  return (
    <ol aria-label="History" className="px-4 pb-3 phone:order-4 phone:-mx-4 phone:border-y phone:bg-card">
      {entries.map(({ at, icon: Look, tone, title, meta, text }, i) => {
        const day = days[i] ?? "";
        const isFirst = day !== days[i - 1];
        const isLast = day !== days[i + 1];
        return [
          isFirst && (
            <li key={day} className="timeline-head">
              <h2>{dayHead(day, me?.timezone)}</h2>
            </li>
          ),
          <li
            key={`${at} ${title}`}
            className={clsx("timeline-row", isFirst && "is-first", isLast && "is-last")}
          >
            <span className={clsx("timeline-icon", tone)}>
              <Look size={14} aria-hidden="true" />
            </span>
            <div className="min-w-0">
              <p className="pt-1 font-medium leading-5">{title}</p>
              <p className="timeline-meta">{meta}</p>
              {text && <p className="mt-0.5 whitespace-pre-wrap wrap-anywhere">“{text}”</p>}
            </div>
            <time dateTime={at} className="timeline-when">
              {formatTime(at, me?.timezone)}
            </time>
          </li>,
        ];
      })}
    </ol>
  );
}

function entriesOf(repair: Repair, money: Money): Entry[] {
  const { steps, approved, contact } = repair;
  const all = steps.map((step, i) => stepEntry(step, i === 0, repair));
  if (approved?.at)
    all.push({
      ...{ at: approved.at, icon: Check, tone: "is-sale", meta: `By ${contact?.name}, on the repair page` },
      title: `Estimate approved, ${money.format(Number(approved.total))}`,
    });
  for (const { notified, state } of steps) {
    if (!notified?.at) continue;
    const title = `${noticeWords[notified.how]}: ${state === "READY" ? "ready" : "the estimate"}`;
    all.push({ at: notified.at, icon: Bell, title, meta: notified.by });
  }
  return all.toReversed().sort((a, b) => b.at.localeCompare(a.at));
}

function stepEntry(step: Repair["steps"][number], isFirst: boolean, repair: Repair): Entry {
  const { state, at, by, workshop, backDay, to, reason } = step;
  const back = backDay && `back by ${formatDay(readDay(backDay), { short: true })}`;
  return {
    ...{ at: at ?? "", icon: stateLooks[state].icon, title: isFirst ? "Taken in" : repairWords[state] },
    ...(state === "BENCH" && { tone: "is-next" as const }),
    ...(state === "READY" && { tone: "is-sale" as const }),
    meta: [by, workshop, back, to && `to ${to}`].filter(Boolean).join(" · "),
    text: isFirst ? repair.words : (reason ?? (state === "RETURNED" ? repair.reason : null)),
  };
}
