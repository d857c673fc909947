import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { MOST_OPEN } from "#lib/contract/task-terms.ts";
import { dayOf } from "#lib/time/days.ts";
import { storeOf } from "#server/booking/store.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import { asHost } from "#server/platform/db/actor.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { paging } from "#server/platform/db/paging.ts";
import { checkContact } from "#server/platform/db/parties.ts";
import { byId, deleteRecord, nextVersion } from "#server/platform/db/record.ts";
import { notes, users } from "#server/platform/db/schema.ts";
import { tasks as table } from "#server/platform/db/schema-tasks.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";
import { openDays } from "./open-days.ts";
import { nextDay } from "./repeat.ts";
import { isTask, selectTasks } from "./select-tasks.ts";

export const tasks = {
  "tasks.list": async ({ user, query, read }) => {
    const { whose, state = "open", contact, search = "" } = query;
    const { organizationId, id } = user;
    return read(async (db) => {
      const contactId = contact && (await checkContact(db, organizationId, contact));
      const where = [
        isTask,
        state === "open" ? isNull(table.doneAt) : isNotNull(table.doneAt),
        whose === "mine" ? sql`(${table.userId} is null or ${table.userId} = ${id})` : undefined,
        contactId ? eq(table.contactId, contactId) : undefined,
        search.trim() ? sql`strpos(latin_fold(${table.name}), latin_fold(${search.trim()})) > 0` : undefined,
      ];
      return selectTasks(db, organizationId, and(...where), { ...paging(query), state });
    });
  },

  "tasks.get": async ({ user: { organizationId }, params: { id }, read }) => {
    const [found] = isId(id)
      ? await read((db) => selectTasks(db, organizationId, and(isTask, eq(table.id, id)), {}))
      : [];
    if (!found) throw notFound();
    return found;
  },

  "tasks.create": async ({ user, body, tenant }) => {
    const { organizationId } = user;
    const { kind = "TASK", noteId, ...fields } = body;
    const id = newId();
    await tenant(async (db) => {
      const own = and(eq(table.organizationId, organizationId), isTask, isNull(table.doneAt));
      if ((await db.$count(table, own)) >= MOST_OPEN) {
        throw new HttpError(422, `You already have ${MOST_OPEN} open tasks. Finish or delete some first.`);
      }
      if (noteId) await checkNote(db, organizationId, noteId);
      const { dueDay } = fields;
      await db.insert(table).values({
        ...{ organizationId, id, kind },
        ...(await columns(db, organizationId, fields)),
        ...{ plannedDay: dueDay, repeatDay: dayOfMonth(dueDay) },
        ...(noteId ? { source: "note" as const, sourceId: noteId } : {}),
        createdBy: nameOf(user),
      });
    });
    return { id };
  },

  "tasks.update": async ({ user, params: { id }, body: { version, ...fields }, tenant }) => {
    const { organizationId } = user;
    await tenant(async (db) => {
      await checkTask(db, organizationId, id);
      const { dueDay, repeat } = fields;
      const isSame = sql`${table.dueDay} = ${dueDay}::date`;
      const changed = await db
        .update(table)
        .set({
          ...(await columns(db, organizationId, fields)),
          plannedDay: sql`case when ${isSame} then ${table.plannedDay} else ${dueDay}::date end`,
          repeatDay: sql`case when ${isSame} and ${table.repeat} = ${repeat} then ${table.repeatDay}
            else ${dayOfMonth(dueDay)}::smallint end`,
          ...nextVersion(table),
        })
        .where(byId(table, user, id, version))
        .returning({ id: table.id });
      if (changed.length > 0) return;
      const [current] = await selectTasks(db, organizationId, eq(table.id, id), {});
      throw new HttpError(409, "Changed by someone else", undefined, { current });
    });
    return { id };
  },

  "tasks.setDone": async ({ host, user, params: { id }, body: { done }, tenant }) => {
    await tenant(async (db) => {
      await checkTask(db, user.organizationId, id);
      await (done ? completeTask(db, host, user, id) : reopenTask(db, user, id));
    });
    return { id };
  },

  "tasks.postpone": async ({ user, params: { id }, body: { dueDay }, tenant }) => {
    await tenant(async (db) => {
      await checkTask(db, user.organizationId, id);
      // Unchanged dates don't create a new version.
      await db
        .update(table)
        .set({ dueDay, ...nextVersion(table) })
        .where(and(byId(table, user, id), sql`${table.dueDay} <> ${dueDay}::date`));
    });
    return { id };
  },

  "tasks.delete": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      await checkTask(db, user.organizationId, id);
      await deleteRecord(db, table, user, id);
    });
  },
} satisfies Partial<Handlers>;

const dayOfMonth = (day: string) => Number(day.slice(8));

type Fields = {
  what: string;
  detail?: string | null | undefined;
  personId: string | null;
  contact: { id: string } | null;
  dueDay: string;
  dueTime?: string | null | undefined;
  repeat: typeof table.$inferSelect.repeat;
};

async function columns(db: Db, organizationId: string, fields: Fields) {
  const { what, detail, personId, contact, dueDay, dueTime, repeat } = fields;
  if (personId !== null) await checkPerson(db, organizationId, personId);
  const contactId = contact && (await checkContact(db, organizationId, contact.id));
  return { name: what, detail, userId: personId, contactId, dueDay, dueTime, repeat };
}

async function checkPerson(db: Db, organizationId: string, id: string): Promise<void> {
  const is = and(eq(users.organizationId, organizationId), eq(users.id, id));
  if (!isId(id) || (await db.$count(users, is)) === 0) throw notFound();
}

async function checkNote(db: Db, organizationId: string, id: string): Promise<void> {
  const is = and(eq(notes.organizationId, organizationId), eq(notes.id, id));
  if (!isId(id) || (await db.$count(notes, is)) === 0) throw notFound();
}

async function checkTask(db: Db, organizationId: string, id: string): Promise<void> {
  const own = and(byId(table, { organizationId }, id), isTask);
  if ((await db.$count(table, own)) === 0) throw notFound();
}

async function completeTask(db: Db, host: Host, user: SignedIn, id: string): Promise<void> {
  const { organizationId } = user;
  const now = host.clock();
  const [done] = await db
    .update(table)
    .set({ doneAt: now, doneBy: nameOf(user), ...nextVersion(table) })
    .where(and(byId(table, user, id), isNull(table.doneAt)))
    .returning();
  if (!done || done.repeat === "NONE") return;
  const { timezone } = await storeOf(db, organizationId);
  const isOpen = done.repeat === "WORKDAY" ? await openDays(db, organizationId) : () => true;
  const recurrence = { repeat: done.repeat, day: done.plannedDay, dayOfMonth: done.repeatDay };
  const day = nextDay(recurrence, dayOf(now, timezone), isOpen);
  if (day === null) return;
  const { kind, name, detail, userId, contactId, dueTime, repeat, repeatDay, source, sourceId } = done;
  const nextId = newId();
  await db.insert(table).values({
    ...{ organizationId, id: nextId, kind, name, detail, userId, contactId, dueTime, repeat, repeatDay },
    ...{ source, sourceId, dueDay: day, plannedDay: day, createdBy: done.createdBy },
  });
  await setColumns(db, user, id, { nextId: sql`${nextId}` });
}

async function reopenTask(db: Db, user: SignedIn, id: string): Promise<void> {
  const [before] = await db
    .select({ nextId: table.nextId })
    .from(table)
    .where(and(byId(table, user, id), isNotNull(table.doneAt)))
    .for("update");
  if (!before) return;
  const { nextId } = before;
  await setColumns(db, user, id, { doneAt: sql`null`, doneBy: sql`null`, nextId: sql`null` });
  if (!nextId) return;
  const untouched = and(byId(table, user, nextId, 1), isNull(table.doneAt));
  // As the host, so that the follow-up doesn't appear in anyone's trash.
  await asHost(db, user.organizationId, () => db.delete(table).where(untouched));
}

async function setColumns(db: Db, user: SignedIn, id: string, values: Record<string, SQL>): Promise<void> {
  await db
    .update(table)
    .set({ ...values, ...nextVersion(table) })
    .where(byId(table, user, id));
}
