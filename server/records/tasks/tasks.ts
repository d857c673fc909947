import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { ParsedBody } from "#lib/contract/contract.ts";
import type { Repeat, TaskKind } from "#lib/contract/task-terms.ts";
import { type YearlyKey, yearlyFields } from "#lib/contract/yearly-fields.ts";
import { addDays, addMonths, dayOf } from "#lib/time/days.ts";
import { storeOf, teamOf } from "#server/booking/store.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import { asHost } from "#server/platform/db/actor.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { paging } from "#server/platform/db/paging.ts";
import { checkContact, contactName, personName } from "#server/platform/db/parties.ts";
import { byId, checkRecord, deleteRecord, nextVersion, updateRecord } from "#server/platform/db/record.ts";
import { contacts, notes, purchases, saleLabel, users } from "#server/platform/db/schema.ts";
import { automations } from "#server/platform/db/schema-mail.ts";
import { tasks as table } from "#server/platform/db/schema-records.ts";
import { checkOpenTasks, dueOn } from "#server/platform/db/task-days.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";

/** Whether anyone can be booked on a day. If nobody has hours, Monday to Friday count unless the store is closed. */
async function openDays(db: Db): Promise<(day: string) => boolean> {
  const team = await teamOf(db);
  const working = team.filter(({ hasHours }) => hasHours);
  if (working.length === 0) {
    const [anybody] = team;
    return (day) => {
      const weekday = new Date(day).getUTCDay();
      const closed = anybody?.exceptions.get(day)?.every((open) => !open) ?? false;
      return weekday > 0 && weekday < 6 && !(closed && !anybody?.exceptions.own.get(day));
    };
  }
  return (day) =>
    working.some(({ availability, exceptions }) => {
      const hours = exceptions.get(day) ?? availability[new Date(day).getUTCDay()] ?? [];
      return hours.includes(true);
    });
}

/** `day` is the last planned day. `dayOfMonth` is the original one, which short months cut. */
type Recurrence = { repeat: Repeat; day: string; dayOfMonth: number };

const LAST_DAY = "2199-12-31";
// A store that is closed for longer gets the next calendar day.
const MAX_CLOSED_DAYS = 400;

/** From the planned day, whenever it was done. Skips missed days. Null after the last possible day. */
export function nextDay(
  { repeat, day, dayOfMonth }: Recurrence,
  today: string,
  isOpen: (day: string) => boolean,
): string | null {
  const next = step();
  return next !== null && next <= LAST_DAY ? next : null;

  function step(): string | null {
    if (repeat === "NONE" || day >= LAST_DAY) return null;
    if (repeat === "DAILY" || repeat === "WORKDAY") {
      const tomorrow = addDays(day, 1);
      const first = tomorrow < today ? today : tomorrow;
      return repeat === "DAILY" ? first : nextOpenDay(first);
    }
    let at = day;
    do {
      // The 31st becomes the last day of a short month.
      at = repeat === "WEEKLY" ? addDays(at, 7) : addMonths(at, repeat === "MONTHLY" ? 1 : 12, dayOfMonth);
    } while (at < today);
    return at;
  }

  function nextOpenDay(first: string): string {
    let at = first;
    for (let n = 0; n < MAX_CLOSED_DAYS; n++, at = addDays(at, 1)) if (isOpen(at)) return at;
    return first;
  }
}

export const isTask = sql`${table.kind} in ('TASK', 'CALL')`;

type Page = { limit?: number; offset?: number; state?: "open" | "done" };

export async function selectTasks(
  db: Db,
  where: SQL | undefined,
  { limit = 1, offset = 0, state = "open" }: Page,
) {
  const order =
    state === "open"
      ? [asc(table.dueDay), asc(sql`coalesce(${table.dueTime}, '24')`), asc(table.id)]
      : [desc(table.doneAt), desc(table.id)];
  const found = await db
    .select({ task: table, person: personName, contact: contactName, phoneNumber: contacts.phoneNumber })
    .from(table)
    .leftJoin(users, eq(users.id, table.userId))
    .leftJoin(contacts, eq(contacts.id, table.contactId))
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const sources = await sourcesOf(
    db,
    found.map(({ task }) => task),
  );
  return found.map(({ task, person, contact, phoneNumber }) => {
    const { id, name, detail, userId, contactId, dueDay, dueTime, repeat, doneBy, createdBy, version } = task;
    const { doneAt, createdAt, updatedAt } = task;
    return {
      ...{ id, what: name, detail, dueDay, dueTime, repeat, doneAt, doneBy },
      ...{ createdBy, createdAt, updatedAt, version },
      kind: task.kind as TaskKind,
      person: userId ? { id: userId, name: person } : null,
      contact: contactId ? { id: contactId, name: contact ?? "" } : null,
      phoneNumber: phoneNumber || null,
      source: (task.sourceId && sources.get(task.sourceId)) || null,
    };
  });
}

type Source = {
  kind: "note" | "automation" | "sale";
  id: string;
  name: string;
  at: string | null;
  templateId: string | null;
};

async function sourcesOf(db: Db, found: (typeof table.$inferSelect)[]) {
  const ids = (kind: string) =>
    found.flatMap(({ source, sourceId }) => (source === kind && sourceId ? [sourceId] : []));
  const sources = new Map<string, Source>();
  if (ids("note").length > 0) {
    const written = await db
      .select({ id: notes.id, at: notes.createdAt })
      .from(notes)
      .where(inArray(notes.id, ids("note")));
    for (const { id, at } of written)
      sources.set(id, { kind: "note", id, name: "", at: at.toISOString(), templateId: null });
  }
  if (ids("automation").length > 0) {
    const rules = await db
      .select(pick(automations, "id", "name", "actionType", "templateId"))
      .from(automations)
      .where(inArray(automations.id, ids("automation")));
    for (const { id, name, actionType, templateId } of rules) {
      const text = actionType === "CREATE_TASK" ? templateId : null;
      sources.set(id, { kind: "automation", id, name, at: null, templateId: text });
    }
  }
  if (ids("sale").length > 0) {
    const sold = await db
      .select({ id: purchases.id, name: saleLabel })
      .from(purchases)
      .where(inArray(purchases.id, ids("sale")));
    for (const { id, name } of sold) sources.set(id, { kind: "sale", id, name, at: null, templateId: null });
  }
  return sources;
}

function titleOf(kind: DayItem["kind"]): string {
  const field = yearlyFields.find(({ key }) => key === kind);
  return field ? `${field.label} wishes` : "Appointment";
}

type DayItem = {
  kind: YearlyKey | "appointment";
  day: string;
  contactId: string | null;
  bookingId: string | null;
};

/** With `done` null, marks it as open. The first person to mark it is kept. */
export async function markDone(db: Db, item: DayItem, done: { at: Date; by: SQL<string> } | null) {
  const { kind, day, contactId, bookingId } = item;
  const own = and(
    eq(table.kind, kind),
    eq(table.dueDay, day),
    bookingId ? eq(table.sourceId, bookingId) : eq(table.contactId, contactId ?? ""),
  );
  const changed = await db
    .update(table)
    .set({
      doneAt: done ? sql`coalesce(${table.doneAt}, ${done.at})` : sql`null`,
      doneBy: done ? sql`coalesce(${table.doneBy}, ${done.by})` : sql`null`,
      ...nextVersion(table),
    })
    .where(own)
    .returning({ id: table.id });
  if (changed.length > 0 || !done) return;
  await db.insert(table).values({
    ...{ id: newId(), kind, name: titleOf(kind), contactId, ...dueOn(day) },
    ...{ sourceId: bookingId, doneAt: done.at, doneBy: done.by },
  });
}

export const tasks = {
  "tasks.list": async ({ user, query, read }) => {
    const { whose, state = "open", contact, search = "" } = query;
    const { id } = user;
    return read(async (db) => {
      const contactId = contact && (await checkContact(db, contact));
      const where = [
        isTask,
        state === "open" ? isNull(table.doneAt) : isNotNull(table.doneAt),
        whose === "mine" ? sql`(${table.userId} is null or ${table.userId} = ${id})` : undefined,
        contactId ? eq(table.contactId, contactId) : undefined,
        search.trim() ? sql`strpos(latin_fold(${table.name}), latin_fold(${search.trim()})) > 0` : undefined,
      ];
      return selectTasks(db, and(...where), { ...paging(query), state });
    });
  },

  "tasks.get": async ({ params: { id }, read }) => {
    const [found] = isId(id) ? await read((db) => selectTasks(db, and(isTask, eq(table.id, id)), {})) : [];
    if (!found) throw notFound();
    return found;
  },

  "tasks.create": async ({ user, body, tenant }) => {
    const { kind = "TASK", noteId, ...fields } = body;
    const id = newId();
    await tenant(async (db) => {
      await checkOpenTasks(db);
      if (noteId) await checkRecord(db, notes, noteId);
      await db.insert(table).values({
        ...{ id, kind },
        ...(await columns(db, fields)),
        ...dueOn(fields.dueDay),
        ...(noteId ? { source: "note" as const, sourceId: noteId } : {}),
        createdBy: nameOf(user),
      });
    });
    return { id };
  },

  "tasks.update": async ({ params: { id }, body: { version, ...fields }, tenant }) => {
    await tenant(async (db) => {
      await checkRecord(db, table, id, isTask);
      const { dueDay, repeat } = fields;
      const isSame = sql`${table.dueDay} = ${dueDay}::date`;
      const values = {
        ...(await columns(db, fields)),
        plannedDay: sql`case when ${isSame} then ${table.plannedDay} else ${dueDay}::date end`,
        repeatDay: sql`case when ${isSame} and ${table.repeat} = ${repeat} then ${table.repeatDay}
          else ${dayOfMonth(dueDay)}::smallint end`,
        version,
      };
      await updateRecord(
        db,
        table,
        id,
        values,
        async () => (await selectTasks(db, byId(table, id), {}))[0] ?? {},
      );
    });
    return { id };
  },

  "tasks.setDone": async ({ host, user, params: { id }, body: { done }, tenant }) => {
    await tenant(async (db) => {
      await checkRecord(db, table, id, isTask);
      await (done ? completeTask(db, host, user, id) : reopenTask(db, id));
    });
    return { id };
  },

  "tasks.postpone": async ({ params: { id }, body: { dueDay }, tenant }) => {
    await tenant(async (db) => {
      await checkRecord(db, table, id, isTask);
      // Unchanged dates don't create a new version.
      await db
        .update(table)
        .set({ dueDay, ...nextVersion(table) })
        .where(and(byId(table, id), sql`${table.dueDay} <> ${dueDay}::date`));
    });
    return { id };
  },

  "tasks.delete": async ({ params: { id }, tenant }) => {
    await tenant(async (db) => {
      await checkRecord(db, table, id, isTask);
      await deleteRecord(db, table, id);
    });
  },
} satisfies Partial<Handlers>;

const dayOfMonth = (day: string) => Number(day.slice(8));

type Fields = Pick<
  ParsedBody<"tasks.create">,
  "what" | "detail" | "personId" | "contact" | "dueDay" | "dueTime" | "repeat"
>;

async function columns(db: Db, fields: Fields) {
  const { what, detail, personId, contact, dueDay, dueTime, repeat } = fields;
  if (personId !== null) await checkRecord(db, users, personId);
  const contactId = contact && (await checkContact(db, contact.id));
  return { name: what, detail, userId: personId, contactId, dueDay, dueTime, repeat };
}

async function completeTask(db: Db, host: Host, user: SignedIn, id: string): Promise<void> {
  const now = host.clock();
  const [done] = await db
    .update(table)
    .set({ doneAt: now, doneBy: nameOf(user), ...nextVersion(table) })
    .where(and(byId(table, id), isNull(table.doneAt)))
    .returning();
  if (!done || done.repeat === "NONE") return;
  const { timezone } = await storeOf(db);
  const isOpen = done.repeat === "WORKDAY" ? await openDays(db) : () => true;
  const recurrence = { repeat: done.repeat, day: done.plannedDay, dayOfMonth: done.repeatDay };
  const day = nextDay(recurrence, dayOf(now, timezone), isOpen);
  if (day === null) return;
  const { kind, name, detail, userId, contactId, dueTime, repeat, repeatDay, source, sourceId } = done;
  const nextId = newId();
  await db.insert(table).values({
    ...{ id: nextId, kind, name, detail, userId, contactId, dueTime, repeat, repeatDay },
    ...{ source, sourceId, dueDay: day, plannedDay: day, createdBy: done.createdBy },
  });
  await updateRecord(db, table, id, { nextId: sql`${nextId}` });
}

async function reopenTask(db: Db, id: string): Promise<void> {
  const [before] = await db
    .select({ nextId: table.nextId })
    .from(table)
    .where(and(byId(table, id), isNotNull(table.doneAt)))
    .for("update");
  if (!before) return;
  const { nextId } = before;
  await updateRecord(db, table, id, { doneAt: sql`null`, doneBy: sql`null`, nextId: sql`null` });
  if (!nextId) return;
  const untouched = and(byId(table, nextId, 1), isNull(table.doneAt));
  // As the host, so that the follow-up doesn't appear in anyone's trash.
  await asHost(db, () => db.delete(table).where(untouched));
}
