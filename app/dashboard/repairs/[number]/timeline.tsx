import { Check, type LucideIcon, Phone } from "lucide-react";
import { stateLooks } from "#components/repairs/states.tsx";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { repairWords } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { formatMoment, readDay } from "#lib/dates.ts";
import { dayWords } from "#lib/repair-words.ts";

type Event = { at: string; icon: LucideIcon; title: string; text: string; words?: string };

/** What happened to the piece, newest first. */
export function Timeline({ repair }: { repair: Repair }) {
  const { data: me } = useMe();
  const money = useMoney();
  const { steps, words, reason, approved, callAskedAt } = repair;
  const events: Event[] = steps.map(({ state, at, by, workshop, backDay }, i) => ({
    ...{ at: at ?? "", icon: stateLooks[state].icon },
    title: i === 0 ? "Taken in" : repairWords[state],
    text: [by, workshop && `at ${workshop}`, backDay && readDay(backDay) && `back by ${dayWords(backDay)}`]
      .filter(Boolean)
      .join(" · "),
    words: (i === 0 ? words : state === "RETURNED" && i === steps.length - 1 ? reason : "") || "",
  }));
  if (approved?.at) {
    const title = `Estimate approved, ${money.format(Number(approved.total))}`;
    events.push({ at: approved.at, icon: Check, title, text: "By the customer, on the repair page" });
  }
  if (callAskedAt) {
    events.push({ at: callAskedAt, icon: Phone, title: "Wants a call", text: "Asked on the repair page" });
  }
  const newest = events.toSorted((a, b) => b.at.localeCompare(a.at));
  return (
    <ol aria-label="History" className="grid px-4 py-3">
      {newest.map(({ at, icon: EventIcon, title, text, words }) => (
        <li key={`${at} ${title}`} className="grid grid-cols-[28px_minmax(0,1fr)_auto] gap-x-3 py-2">
          <span className="grid size-7 place-items-center rounded-full bg-muted text-muted-foreground">
            <EventIcon size={14} aria-hidden="true" />
          </span>
          <div className="min-w-0">
            <p className="font-medium">{title}</p>
            <p className="text-muted-foreground text-sm">{text}</p>
            {words && <p className="wrap-anywhere">“{words}”</p>}
          </div>
          <time dateTime={at} className="text-muted-foreground text-xs tabular-nums">
            {formatMoment(at, me?.timezone)}
          </time>
        </li>
      ))}
    </ol>
  );
}
