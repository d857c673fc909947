import { createHash } from "node:crypto";
import { and, inArray, sql } from "drizzle-orm";
import type { AwayForm, AwayPlanForm } from "#lib/contract/away.ts";
import { addDays } from "#lib/time/days.ts";
import { QUARTER, wallAt } from "#lib/time/zone.ts";
import { transportOf } from "#server/connections/mail/transport.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { checkQuota, patchRecord } from "#server/platform/db/record.ts";
import { type Away, bookings, hoursExceptions } from "#server/platform/db/schema-calendar.ts";
import { tasks } from "#server/platform/db/schema-records.ts";
import { checkOpenTasks } from "#server/platform/db/task-days.ts";
import { instantToStore } from "#server/platform/db/values.ts";
import { HttpError } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { type Choice, choicesFor, planAway, type Row, type Wish } from "./away-plan.ts";
import { type Read, readTeam, type Team, teamNow } from "./away-team.ts";
import { place, reusedKey, spanOfBooking } from "./book.ts";
import { allowedBy, keptOf, undoEnds } from "./book-by-staff.ts";
import { mailCancelled, mailMoved, previewChange } from "./booking-mails.ts";
import { changeTime, setCancelled } from "./change.ts";
import { onlyTheirs } from "./hours.ts";
import { shortest } from "./open-hours.ts";
import { type Booking, namesOf, type StaffMember, type Store } from "./store.ts";
import { callTask, earlierAway, stateBefore } from "./undo.ts";
import { visitorOf } from "./visitor-contact.ts";
import { momentIn } from "./words.ts";

export const away = {
  "people.planAway": async ({ host, user, params: { id: personId }, body, read }) => {
    onlyTheirs(user, personId, "appointments");
    const asked = { ...body, personId };
    const [team, canMail] = await Promise.all([
      readTeam(host, user.organizationId, asked),
      canMailFrom(host, user),
    ]);
    return read(async (db) => {
      const { plan } = planned(host, team, await teamNow(db, host, team, asked), { body, canMail });
      return { ...plan, earlier: await earlierAway(db, host, personId) };
    });
  },

  "people.setAway": async ({ host, user, params: { id: personId }, body }) => {
    onlyTheirs(user, personId, "appointments");
    const { organizationId } = user;
    const asked = { ...body, personId };
    const key = `${user.id} ${body.key}`;
    const before = await host.database.read(organizationId, (db) => sameRequest(db, key, body));
    if (before) return before;
    const [team, canMail] = await Promise.all([
      readTeam(host, organizationId, asked),
      canMailFrom(host, user),
    ]);
    return place(host, organizationId, async (db) => {
      const again = await sameRequest(db, key, body);
      if (again) return again;
      const now = await teamNow(db, host, team, asked);
      const { rows, plan } = planned(host, team, now, { body, canMail });
      const isSame =
        rows.length === body.rows.length && !now.booked.some(({ booking }) => isOther(body, booking));
      if (!isSame || rows.some(({ isChanged }) => isChanged)) throw changedSince(rows, isSame, plan);
      const tells = plan.rows.map(({ tell }) => tell);
      return apply(db, { host, user, store: team.store, now, rows, tells, body, key });
    });
  },
} satisfies Partial<Handlers>;

async function canMailFrom(host: Host, { organizationId }: SignedIn): Promise<boolean> {
  return (await transportOf(host, organizationId)) !== null;
}

async function sameRequest(db: Db, key: string, body: AwayForm) {
  const ids = body.rows.map(({ id }) => id);
  const [lead] = await db
    .select()
    .from(bookings)
    .where(and(inArray(bookings.id, ids.filter(isId)), sql`${bookings.undo} ->> 'key' = ${key}`));
  if (lead?.undo?.what !== "away") return null;
  const { asked, counts } = lead.undo;
  if (asked !== digestOf(body)) throw reusedKey();
  return { booking: { id: lead.id, version: lead.version }, ...counts };
}

function digestOf(body: AwayForm): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("base64");
}

type PlanOf = { body: AwayPlanForm | AwayForm; canMail: boolean };

function planned(host: Host, { store }: Read, now: Team, { body, canMail }: PlanOf) {
  const { person, booked, visits, facts, colleagues } = now;
  const others = new Set(booked.flatMap(({ booking }) => (isOther(body, booking) ? booking.id : [])));
  const rows = planAway(facts, visits, body.how, wishesOf(body)).map((row) => ({
    ...row,
    isChanged: row.isChanged || others.has(row.id),
  }));
  const names = new Map(now.firstNames);
  const shown = booked.flatMap((one, i) => {
    const row = rows[i];
    if (!row) return [];
    const { booking } = one;
    const { id, version, title } = booking;
    const tell = notificationFor(row, booking, { canMail, tell: body.tell });
    return {
      ...{ id, version, title, ...visitorOf(booking), act: row.act, isChanged: row.isChanged, tell },
      startsAt: booking.startsAt.toISOString(),
      endsAt: booking.endsAt.toISOString(),
      to: row.to && dated(row.to),
      choices: choicesFor(facts, visits, rows, id).map(dated),
      message: tell === "EMAIL" ? messageOf(host, { store, names, line: body.line }, one, row) : null,
    };
  });
  return {
    rows,
    plan: {
      person: { id: person.id, name: `${person.firstName} ${person.lastName}`.trim() },
      ...{ timezone: store.timezone, canMail, colleagues, rows: shown, earlier: null },
    },
  };
}

function wishesOf({ rows }: AwayPlanForm): Wish[] {
  return rows.map(({ startsAt, ...wish }) => ({
    ...wish,
    start: startsAt === undefined ? undefined : instantToStore(startsAt).getTime(),
  }));
}

/** The appointment isn't the one that the person saw. A first request has seen none. */
function isOther({ rows }: AwayPlanForm | AwayForm, booking: Booking): boolean {
  const seen = rows.find(({ id }) => id === booking.id);
  if (!seen) return rows.some((row) => "version" in row);
  return "version" in seen && seen.version !== booking.version;
}

function dated({ start, ...choice }: Choice) {
  return { ...choice, startsAt: new Date(start).toISOString() };
}

function notificationFor(
  { act }: Row,
  { email }: Booking,
  { canMail, tell }: { canMail: boolean; tell: boolean },
): "EMAIL" | "CALL" | null {
  if (act === "CALL") return "CALL";
  if (act === "STAY" || !tell) return null;
  return email && canMail ? "EMAIL" : "CALL";
}

type Booked = Team["booked"][number];
type Words = { store: Store; names: ReadonlyMap<string, string>; line: string | null };

function messageOf(host: Host, { store, names, line }: Words, { booking, type }: Booked, { act, to }: Row) {
  const what = act === "CANCEL" ? "cancelled" : "moved";
  const startsAt = to ? new Date(to.start) : booking.startsAt;
  const userId = to?.personId ?? booking.userId;
  const person = names.get(userId ?? "") ?? null;
  const then = { ...booking, ...spanOfBooking(startsAt, keptOf(booking, type)), userId };
  return previewChange(host, what, { store, booking: then, before: booking, line }, { type, person });
}

function changedSince(rows: readonly Row[], isSame: boolean, plan: object): HttpError {
  const count = rows.filter(({ isChanged }) => isChanged).length;
  const lost =
    count === 1
      ? "1 opening was just booked. We found a new one."
      : `${count} openings were just booked. We found new ones.`;
  const message = isSame ? lost : "These appointments were just changed. Please check them again.";
  return new HttpError(409, message, undefined, { plan });
}

type Applied = {
  host: Host;
  user: SignedIn;
  store: Store;
  now: Team;
  rows: Row[];
  tells: ("EMAIL" | "CALL" | null)[];
  body: AwayForm;
  key: string;
};

async function apply(db: Db, applied: Applied) {
  const { host, user, now, rows, tells, body, key } = applied;
  const undoUntil = undoEnds(host);
  const before: Away["before"] = [];
  const by = (await namesOf(db, [user.id])).get(user.id) ?? "";
  for (const [i, one] of now.booked.entries()) {
    const row = rows[i];
    if (!row || row.act === "STAY" || row.act === "CALL") continue;
    const changed = await change(db, applied, one, { row, by, undoUntil, isSilent: tells[i] !== "EMAIL" });
    before.push({ ...stateBefore(one.booking), id: changed.id, version: changed.version });
  }
  const lead = now.booked[0]?.booking;
  if (!lead) throw new Error("the request has at least one appointment");
  const of = (act: Row["act"]) => rows.filter((row) => row.act === act).length;
  const taskIds = await addCalls(db, applied);
  const counts = {
    ...{ moved: of("MOVE"), cancelled: of("CANCEL") },
    ...{ emails: tells.filter((tell) => tell === "EMAIL").length, tasks: taskIds.length },
  };
  const undo: Away = {
    ...{ what: "away", at: host.clock().toISOString(), key, asked: digestOf(body), before, taskIds, counts },
    ...{ personId: now.person.id, exceptionId: await addDayOff(db, applied) },
  };
  await patchRecord(db, bookings, lead.id, { undo, undoUntil });
  const version = before.find(({ id }) => id === lead.id)?.version ?? lead.version;
  return { booking: { id: lead.id, version }, ...counts };
}

type Changing = { row: Row; by: string; undoUntil: Date; isSilent: boolean };

async function change(
  db: Db,
  { host, store, body }: Applied,
  { booking, type }: Booked,
  { row: { act, to }, by, undoUntil, isSilent }: Changing,
): Promise<Booking> {
  const changed =
    act === "CANCEL" || !to
      ? await setCancelled(db, host, booking, undoUntil)
      : await changeTime(db, host, booking, {
          ...spanOfBooking(new Date(to.start), keptOf(booking, type)),
          ...{ userId: to.personId, ...allowedBy(to.reasons, by), undoUntil },
        });
  if (!changed) throw new HttpError(409, "Changed by someone else");
  const happening = {
    store,
    booking: changed,
    before: booking,
    by: "staff",
    isSilent,
    line: body.line,
  } as const;
  await (changed.status === "CANCELLED" ? mailCancelled : mailMoved)(db, host, happening);
  return changed;
}

/** For the person who decided, or for everyone if that person is away. */
async function addCalls(db: Db, { host, user, store, now, rows, tells }: Applied): Promise<string[]> {
  const calls = now.booked.flatMap((one, i) => {
    const row = rows[i];
    return row && tells[i] === "CALL" ? [{ ...one.booking, row }] : [];
  });
  if (calls.length === 0) return [];
  await checkOpenTasks(db, calls.length);
  const names = new Map(now.firstNames);
  const userId = user.id === now.person.id ? null : user.id;
  const values = calls.map(({ row, ...booking }) =>
    callTask({ host, user, store }, booking, callText(row, names, store.timezone), userId),
  );
  await db.insert(tasks).values(values);
  return values.map(({ id }) => id);
}

function callText({ act, to }: Row, names: ReadonlyMap<string, string>, timezone: string): string {
  if (act === "CANCEL") return "the appointment is cancelled";
  if (!to) return "no opening, agree on another time";
  return `moved to ${names.get(to.personId)}, ${momentIn(timezone, new Date(to.start))}`;
}

async function addDayOff(db: Db, { host, user, store, now: { person }, body }: Applied) {
  const { from, to, when } = body;
  if (when === "SAVED") return null;
  let isAway = true;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (person.exceptions.own.get(day)?.includes(true) !== false) isAway = false;
  }
  if (isAway) return null;
  await checkQuota(db, hoursExceptions, "days off and other hours");
  const id = newId();
  await db.insert(hoursExceptions).values({
    ...{ id, userId: person.id, fromDay: from, toDay: to, reason: "" },
    hours: when === "REST" ? hoursUntil(person, host.clock().getTime(), store) : null,
    createdBy: nameOf(user),
  });
  return id;
}

function hoursUntil({ availability, exceptions }: StaffMember, now: number, { timezone }: Store): boolean[] {
  const wall = wallAt(now, timezone);
  const day = new Date(wall).toISOString().slice(0, 10);
  const hours = exceptions.own.get(day) ?? availability[new Date(day).getUTCDay()] ?? [];
  const at = Math.floor((wall - Date.parse(day)) / QUARTER);
  return shortest(
    Array.from(
      { length: 96 },
      (_, quarter) => quarter < at && hours[Math.floor((quarter * hours.length) / 96)] === true,
    ),
  );
}
