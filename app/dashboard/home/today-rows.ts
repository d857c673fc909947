import type { CalendarEntry } from "#lib/contract/calendar.ts";
import type { Money } from "#lib/contract/money.ts";
import { type RepairState, ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Task } from "#lib/contract/tasks.ts";
import type { Today } from "#lib/contract/today.ts";
import type { YearlyKey } from "#lib/contract/yearly-fields.ts";
import { formatDay, formatTime, isoDay, readDay } from "#lib/dates.ts";
import { linksOf } from "#lib/person.ts";
import { isToday, noticeText, promiseWords } from "#lib/repair-words.ts";
import { dueWords, taskLine } from "#lib/task-words.ts";
import { dotted, joined, plural } from "#lib/text.ts";
import type { Ticked } from "./use-today.ts";

export type TodayRow = {
  key: string;
  ticked: Ticked | null;
  done: boolean;
  isFixed: boolean;
  when: string;
  late: boolean;
  title: string;
  line: string;
  href: string | null;
  startsAt: string | null;
  task: Task | null;
  repairId: string | null;
  action: { kind: "call" | "greet" | "takeIn"; href: string; text: string } | null;
  greets: { kind: YearlyKey; id: string; name: string } | null;
  texts: { contactId: string; templateId: string } | null;
  tell: { id: string; text: string } | null;
  isEvent: boolean;
};

export type TodayGroup = {
  name:
    | "Appointments"
    | "Appointments and calendar"
    | "Repairs"
    | "Birthdays and anniversaries"
    | "Tasks"
    | "Customers to call";
  rows: TodayRow[];
};

type Words = { timezone: string | undefined; me: string | undefined; money: Money };

export function groupsOf(day: Today, events: readonly CalendarEntry[], words: Words): TodayGroup[] {
  const tasks = day.tasks.map((task) => taskRow(task, day.day, words));
  const isCall = ({ task }: TodayRow) => task?.kind === "CALL";
  const visits = day.appointments.map((visit) => visitRow(visit, day.day, words));
  const entries = events.map((event) => eventRow(event, day.day, words));
  const groups: TodayGroup[] = [
    {
      name: entries.length > 0 ? "Appointments and calendar" : "Appointments",
      rows: [...visits, ...entries].sort((a, b) => (a.startsAt ?? "").localeCompare(b.startsAt ?? "")),
    },
    { name: "Repairs", rows: day.repairs.map((repair) => repairRow(repair, words)) },
    {
      name: "Birthdays and anniversaries",
      rows: day.occasions.map((one) => occasionRow(one, day.day, words)),
    },
    { name: "Tasks", rows: tasks.filter((row) => !isCall(row)) },
    { name: "Customers to call", rows: tasks.filter(isCall) },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

const PLAIN = {
  ticked: null,
  done: false,
  isFixed: false,
  late: false,
  href: null,
  startsAt: null,
  task: null,
  repairId: null,
  action: null,
  greets: null,
  texts: null,
  tell: null,
  isEvent: false,
};

const profile = (id: string | null | undefined) => (id ? `/dashboard/contacts/profile/${id}` : null);
function callTo(one: Parameters<typeof linksOf>[0]): TodayRow["action"] {
  const { phone } = linksOf(one);
  return phone && { kind: "call", ...phone };
}

function visitRow(visit: Today["appointments"][number], day: string, { timezone, me }: Words): TodayRow {
  const { id, startsAt, minutes, title, contact, person, note, isNoShow, doneAt } = visit;
  const came = doneAt && `came, ${formatTime(doneAt, timezone)}`;
  return {
    ...PLAIN,
    key: `appointment ${id}`,
    ticked: { kind: "appointment", id },
    done: Boolean(doneAt) || isNoShow,
    isFixed: isNoShow,
    when: formatTime(startsAt, timezone),
    title: contact?.name || "Someone",
    line: dotted(
      title,
      !came && !isNoShow && `${minutes} min`,
      came,
      isNoShow && "did not come",
      person && person.id !== me && `with ${person.name}`,
      !came && note,
    ),
    href: profile(contact?.id) ?? `/dashboard/appointments?day=${day}&booking=${id}`,
    startsAt,
    action: doneAt || isNoShow ? null : DROP_OFF.test(title) ? takeIn(contact?.id) : callTo(visit),
  };
}

const DROP_OFF = /drop[ -]?off/i;

function takeIn(contactId: string | null | undefined): TodayRow["action"] {
  const query = contactId ? `?contact=${contactId}` : "";
  return { kind: "takeIn", href: `/dashboard/repairs/new${query}`, text: "Take in" };
}

function eventRow(event: CalendarEntry, day: string, { timezone, me }: Words): TodayRow {
  const { id, title, start, end, isAllDay, person } = event;
  return {
    ...PLAIN,
    key: `event ${person.id} ${id} ${start}`,
    isEvent: true,
    when: isAllDay ? "All day" : formatTime(start, timezone),
    title: title || "Untitled",
    line: dotted(
      person.id === me ? "Your calendar" : `${person.name}’s calendar`,
      !isAllDay && `until ${formatTime(end, timezone)}`,
    ),
    href: `/dashboard/appointments?day=${day}`,
    startsAt: isAllDay ? null : start,
  };
}

const places: Partial<Record<RepairState, string>> = {
  IN: "in the store",
  WAITING: "waiting for OK",
  BENCH: "at the bench",
};

function readySince(at: string | null, timezone: string | undefined): string {
  return isToday(at, timezone) ? "" : `ready since ${formatDay(readDay(at, timezone), { short: true })}`;
}

function repairRow(repair: Today["repairs"][number], { timezone, me }: Words): TodayRow {
  const { id, number, name, contact, state, stateAt, workshop, person, callAskedAt, notified } = repair;
  const { text, isLate } = promiseWords(repair, timezone);
  const { phone, email } = linksOf(repair);
  const place = state === "AWAY" ? `away at ${workshop}` : (places[state] ?? readySince(stateAt, timezone));
  const mayTell = state === "READY" && !callAskedAt && (phone || email);
  const words = `Tell ${contact?.name.split(" ")[0]}${notified ? " again" : ""}`;
  return {
    ...PLAIN,
    key: `repair ${id}`,
    when: callAskedAt ? "Call back" : text === "Today" ? "Promised" : text.replace("Ready today", "Ready"),
    late: isLate && !callAskedAt,
    title: joined(", ", name, contact?.name),
    line: dotted(
      ticketNumber(repair),
      place,
      person && person.id !== me && `with ${person.name}`,
      callAskedAt && "asked for a call",
      state === "READY" && (notified ? noticeText(notified, timezone) : "customer not notified yet"),
    ),
    href: `/dashboard/repairs/${number}`,
    repairId: id,
    tell: mayTell ? { id, text: words } : null,
    action: callTo(repair),
  };
}

function occasionRow(one: Today["occasions"][number], day: string, { timezone, money }: Words): TodayRow {
  const { kind, contact, years, lastSale, wrote, doneAt, doneBy } = one;
  const isBirthday = kind === "birthday";
  const sold = lastSale && formatDay(readDay(lastSale.createdAt, timezone), { short: true });
  const isWished = wrote !== null && isOn(day, wrote.at, timezone);
  const done = Boolean(doneAt) || isWished;
  const { email } = linksOf(one);
  const greet = email ? { kind: "greet" as const, href: email.href, text: "Greet" } : callTo(one);
  const wroteAt = isWished
    ? `at ${formatTime(wrote.at, timezone)}`
    : `on ${formatDay(readDay(wrote?.at, timezone), { short: true })}`;
  return {
    ...PLAIN,
    key: `${kind} ${contact.id}`,
    ticked: { kind, id: contact.id },
    greets: email && !done ? { kind, id: contact.id, name: contact.name } : null,
    done,
    isFixed: isWished,
    when: isBirthday ? "Birthday" : years ? plural(years, "year") : "Anniversary",
    title: contact.name,
    line: dotted(
      !isWished && (isBirthday ? years !== null && `Turns ${years}` : "Anniversary"),
      wrote && `Automation “${wrote.name}” wrote ${wroteAt}`,
      doneAt && `done by ${doneBy}, ${formatTime(doneAt, timezone)}`,
      !done && lastSale?.cost != null && `last sale ${money.format(lastSale.cost)}, ${sold}`,
    ),
    href: profile(contact.id),
    action: done ? null : greet,
  };
}

function isOn(day: string, at: string | null, timezone: string | undefined): boolean {
  const on = readDay(at, timezone);
  return on !== null && isoDay(on) === day;
}

function saleOf({ source, doneAt }: Task): string | null {
  if (source?.kind !== "sale" || doneAt) return null;
  return `/dashboard/sales?q=${encodeURIComponent(source.name)}&sale=${source.id}&do=payment`;
}

function taskRow(task: Task, day: string, { timezone, me }: Words): TodayRow {
  const { text, late } = dueWords(task, day);
  const isCall = task.kind === "CALL" && task.contact;
  const { source, contact } = task;
  const texts =
    contact?.id && source?.templateId ? { contactId: contact.id, templateId: source.templateId } : null;
  const line = taskLine(task, { me, ...(timezone && { timezone }) });
  return {
    ...PLAIN,
    key: `task ${task.id}`,
    ticked: { kind: "task", id: task.id },
    done: task.doneAt !== null,
    when: isCall && source?.kind === "automation" && !late ? "Automation" : text,
    late,
    title: isCall ? (task.contact?.name ?? task.what) : task.what,
    line: isCall ? dotted(task.what, line) : line,
    href: isCall ? profile(task.contact?.id) : saleOf(task),
    task,
    texts: task.doneAt ? null : texts,
    action: isCall && !task.doneAt ? callTo(task) : null,
  };
}
