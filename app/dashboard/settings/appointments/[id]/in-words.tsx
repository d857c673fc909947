"use client";
import { CalendarDays } from "lucide-react";
import { useEffect, useState } from "react";
import { useRead } from "#lib/api/use-read.ts";
import { rangeText } from "#lib/calendar/words.ts";
import { plural } from "#lib/text.ts";
import { changesOf, giversText, lengthText, listText, type Rules, type Teammate } from "./rules.ts";

type Props = { typeId: string; rules: Rules; saved: Rules; team: readonly Teammate[] };

const WHERE = { STORE: "in the store", PHONE: "by phone", VIDEO: "by video" };

export function InWords({ typeId, rules, saved, team }: Props) {
  const { minutesBefore = 0, minutesAfter = 0, notice = 0, changeNotice = 0, step, mostPerDay } = rules;
  const free = [
    minutesBefore > 0 && `${lengthText(minutesBefore)} free before`,
    minutesAfter > 0 && `${lengthText(minutesAfter)} free after`,
  ].filter(Boolean);
  const reminders = (rules.reminders ?? []).map(lengthText);
  const questions = rules.questions ?? [];
  const required = questions.filter(({ isRequired }) => isRequired).length;
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
      {rules.isHidden && (
        <p>
          <b>Only staff</b> can book it. The booking link is turned off.
        </p>
      )}
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
      {questions.length > 0 && (
        <p>
          Asks <b>{plural(questions.length, "question")}</b>
          {required > 0 && `, ${required} required`}.
        </p>
      )}
      <p>
        {reminders.length > 0 ? (
          <>
            Reminded <b>{listText(reminders, "and")}</b> before.
          </>
        ) : (
          "No reminders."
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
      <FreeTimes typeId={typeId} rules={rules} saved={saved} />
    </section>
  );
}

const DAYS = 14;
// In ms after the last key.
const PAUSE = 400;

type FreeTimesProps = { typeId: string; rules: Rules; saved: Rules };

/** Unsaved rules compared with the saved ones. */
function FreeTimes({ typeId, rules, saved }: FreeTimesProps) {
  const query = usePaused(JSON.stringify(changesOf(rules, saved)));
  const input = { params: { id: typeId }, query: JSON.parse(query) };
  const { data, error } = useRead("appointmentTypes.outlook", input, { keepPreviousData: true });
  if (error) return null;
  const { day, free = 0, before = 0 } = data?.times ?? {};
  return (
    <p role="status" className="flex gap-2 rounded-md bg-info-soft px-3 py-2.5 text-info-foreground text-sm">
      <CalendarDays size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      {!data ? (
        "Counting free times…"
      ) : day ? (
        <span>
          <b>{rangeText(day, day)}:</b> {plural(free, "free time")} with these rules
          {before !== free && `, ${before} before`}.
        </span>
      ) : data.times ? (
        `No free times in the next ${DAYS} days.`
      ) : (
        "We can’t read the calendars right now, so we don’t know which times are free."
      )}
    </p>
  );
}

function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
