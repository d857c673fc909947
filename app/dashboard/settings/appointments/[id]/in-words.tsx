"use client";
import { CalendarDays } from "lucide-react";
import { useMe } from "#components/shell/use-me.ts";
import { useCan, useRead } from "#lib/api/use-read.ts";
import { rangeText } from "#lib/calendar/words.ts";
import { plural } from "#lib/text.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { giversText, lengthText, listText, type Rules, type Teammate } from "./rules.ts";

type Props = { typeId: string; rules: Rules; team: readonly Teammate[]; isSaved: boolean };

const WHERE = { STORE: "in the store", PHONE: "by phone", VIDEO: "by video" };

/** The rules as somebody would say them. */
export function InWords({ typeId, rules, team, isSaved }: Props) {
  const { minutesBefore = 0, minutesAfter = 0, notice = 0, changeNotice = 0, step, mostPerDay } = rules;
  const free = [
    minutesBefore > 0 && `${lengthText(minutesBefore)} free before`,
    minutesAfter > 0 && `${lengthText(minutesAfter)} free after`,
  ].filter(Boolean);
  const reminders = (rules.reminders ?? []).map(lengthText);
  return (
    <section
      aria-labelledby="in-words"
      className="grid gap-3 rounded-lg border bg-card p-5 shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0 phone:p-4"
    >
      <h2 id="in-words">In words</h2>
      <p>
        <b>{lengthText(rules.defaultMeetingLength || 0)}</b> {WHERE[rules.place ?? "STORE"]} with{" "}
        <b>{giversText(rules, team)}</b>
        {free.length > 0 && `, ${free.join(" and ")}`}.
      </p>
      <p>
        Booked {notice > 0 && <>at least {<b>{lengthText(notice)}</b>} and </>}at most{" "}
        <b>{plural(rules.daysInAdvance || 0, "day")}</b> ahead
        {step ? `, every ${lengthText(step)}` : ""}
        {mostPerDay ? (
          <>
            , up to <b>{mostPerDay} a day</b> for each person
          </>
        ) : null}
        .
      </p>
      <p>
        {reminders.length > 0 ? (
          <>
            Reminded <b>{listText(reminders, "and")}</b> before.
          </>
        ) : (
          "Nobody is reminded."
        )}{" "}
        Can be moved or cancelled until{" "}
        {changeNotice > 0 ? (
          <>
            <b>{lengthText(changeNotice)}</b> before.
          </>
        ) : (
          "it begins."
        )}
      </p>
      <FreeTimes typeId={typeId} isSaved={isSaved} />
    </section>
  );
}

const DAYS = 14;

/** How many free times the rules, as they are saved, leave on the next day that has any. */
function FreeTimes({ typeId, isSaved }: { typeId: string; isSaved: boolean }) {
  const { data: me } = useMe();
  const can = useCan()("people.slots");
  const today = dayOf(Date.now(), me?.timezone ?? "UTC");
  const query = { from: today, to: addDays(today, DAYS), typeId };
  const { data, error } = useRead("people.slots", can && me ? { query } : null);
  if (!can || error) return null;
  const day = data?.days.find(({ slots }) => slots.length > 0);
  return (
    <p role="status" className="flex gap-2 rounded-md bg-info-soft px-3 py-2.5 text-info-foreground text-sm">
      <CalendarDays size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      {!data ? (
        "Counting the free times…"
      ) : day ? (
        <span>
          <b>{rangeText(day.day, day.day)}:</b> {plural(day.slots.length, "free time")} with{" "}
          {isSaved ? "these rules" : "the rules as they are saved"}.
        </span>
      ) : (
        `No free times in the next ${DAYS} days.`
      )}
    </p>
  );
}
