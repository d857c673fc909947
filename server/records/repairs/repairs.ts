import { and, asc, count, desc, eq, inArray, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { ParsedBody, Query } from "#lib/contract/contract.ts";
import {
  doneStates,
  MOST_STEPS,
  READY_LONG_DAYS,
  type RepairLine,
  type RepairState,
  readTicketNumber,
  repairWords,
  ticketNumber,
} from "#lib/contract/repair-terms.ts";
import { dayOf } from "#lib/time/days.ts";
import { nameOf, type SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { paging } from "#server/platform/db/paging.ts";
import { checkContact, contactName } from "#server/platform/db/parties.ts";
import {
  byId,
  deleteRecord,
  getRecord,
  lockRecord,
  nextVersion,
  updateRecord,
} from "#server/platform/db/record.ts";
import { contacts, users } from "#server/platform/db/schema.ts";
import { repairNumbers, repairs as table } from "#server/platform/db/schema-repairs.ts";
import { patternsOf, searchLine } from "#server/platform/db/search.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import { HttpError, notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { checkMayDelete } from "#server/records/contacts/contacts.ts";

const FIRST_NUMBER = 1001;
const DAY = 86_400_000;

const isDone = inArray(table.state, [...doneStates]);
const isOpen = notInArray(table.state, [...doneStates]);

export const repairs = {
  "repairs.list": async ({ host, user, query, read }) => {
    const { view = "open" } = query;
    const matching = searched(query.search ?? "");
    if (!matching) return [];
    return read(async (db) => {
      const at = await momentOf(db, user, host.clock());
      const order =
        view === "done"
          ? [desc(table.stateAt), desc(table.number)]
          : [asc(table.promisedDay), asc(table.number)];
      return selectRepairs(db, and(views(at)[view], await chosen(db, query), matching), order, paging(query));
    });
  },

  "repairs.counts": async ({ host, user, read }) =>
    read(async (db) => {
      const { late, today, readyLong } = views(await momentOf(db, user, host.clock()));
      const among = (which: SQL | undefined) => sql<number>`count(*) filter (where ${which})`.mapWith(Number);
      const inState = (state: RepairState) => among(eq(table.state, state));
      const [found] = await db
        .select({
          ...{ open: count(), late: among(late), today: among(today), readyLong: among(readyLong) },
          ...{ IN: inState("IN"), WAITING: inState("WAITING"), BENCH: inState("BENCH") },
          ...{ AWAY: inState("AWAY"), READY: inState("READY") },
        })
        .from(table)
        .where(isOpen);
      if (!found) throw notFound();
      const { IN, WAITING, BENCH, AWAY, READY, ...counts } = found;
      return { ...counts, states: { IN, WAITING, BENCH, AWAY, READY } };
    }),

  "repairs.get": ({ params: { id }, read }) => read((db) => getRepair(db, byId(table, id))),

  "repairs.ofNumber": ({ query: { number }, read }) => read((db) => getRepair(db, eq(table.number, number))),

  "repairs.create": async ({ host, user, body: { contact, ...fields }, tenant }) => {
    const { organizationId } = user;
    const [id, now, by] = [newId(), host.clock(), nameOf(user)];
    return tenant(async (db) => {
      const contactId = await checkContact(db, contact.id);
      const customer = await lockCustomer(db, contactId);
      const number = await nextNumber(db, organizationId);
      await db.insert(table).values({
        ...{ organizationId, id, number, contactId, contactName: customer },
        ...(await columns(db, fields)),
        ...{ state: "IN", stateAt: now, stateBy: by, createdBy: by },
        steps: sql`jsonb_build_array(${stepOf("IN", now, by)})`,
        search: searchLine(`${fields.name} ${fields.marks ?? ""}`),
      });
      return { id, number };
    });
  },

  "repairs.update": async ({ params: { id }, body: { version, ...fields }, tenant }) => {
    await tenant(async (db) => {
      const { name, marks } = fields;
      // Absent marks are unchanged.
      const search =
        marks === undefined
          ? sql`${searchLine(name)} || ' ' || latin_fold(coalesce(marks, ''))`
          : searchLine(`${name} ${marks ?? ""}`);
      const values = {
        ...(await columns(db, fields)),
        search,
        ...(version === undefined ? {} : { version }),
      };
      await updateRecord(db, table, id, values, () => getRepair(db, byId(table, id)));
    });
    return { id };
  },

  "repairs.move": async ({ host, user, params: { id }, body, tenant }) => {
    await tenant(async (db) => {
      const stored = await lockRecord(db, table, id);
      if (stored.state !== body.from) {
        const said = `${stored.stateBy} already moved ${ticketNumber(stored.number)} to “${repairWords[stored.state]}”.`;
        throw new HttpError(409, said, undefined, { current: await getRepair(db, byId(table, id)) });
      }
      if (stored.steps.length >= MOST_STEPS) {
        throw new HttpError(422, `A repair can change its state at most ${MOST_STEPS} times.`);
      }
      await moveTo(db, stored, body, { at: host.clock(), by: nameOf(user) });
    });
    return { id };
  },

  "repairs.delete": async ({ user, params: { id }, tenant }) => {
    await tenant(async (db) => {
      await checkMayDelete(db, user);
      await deleteRecord(db, table, id);
    });
  },
} satisfies Partial<Handlers>;

/** Until the commit, nobody deletes the contact. Throws a 404 if somebody just did. */
async function lockCustomer(db: Db, id: string): Promise<string> {
  const [found] = await db
    .select({ name: contactName })
    .from(contacts)
    .where(eq(contacts.id, id))
    .for("key share");
  if (!found) throw notFound();
  return found.name;
}

/** Holds the store's row of the counter until the commit, so two hosts never take the same number. */
async function nextNumber(db: Db, organizationId: string): Promise<number> {
  const [row] = await db
    .insert(repairNumbers)
    .values({ organizationId, last: FIRST_NUMBER })
    .onConflictDoUpdate({
      target: repairNumbers.organizationId,
      set: { last: sql`${repairNumbers.last} + 1` },
    })
    .returning({ number: repairNumbers.last });
  if (!row) throw notFound();
  return row.number;
}

type Moment = { now: Date; day: string };

async function momentOf(db: Db, { organizationId }: SignedIn, now: Date): Promise<Moment> {
  return { now, day: dayOf(now, await timezoneOf(db, organizationId)) };
}

function views({ now, day }: Moment) {
  const unfinished = notInArray(table.state, ["READY", ...doneStates]);
  return {
    open: isOpen,
    late: and(isOpen, unfinished, lt(table.promisedDay, day)),
    today: and(isOpen, unfinished, eq(table.promisedDay, day)),
    readyLong: and(
      isOpen,
      eq(table.state, "READY"),
      lt(table.stateAt, new Date(+now - READY_LONG_DAYS * DAY)),
    ),
    done: isDone,
  };
}

async function chosen(db: Db, { state, person, workshop, contact }: Query<"repairs.list">) {
  const userId = person && (isId(person) ? person : newId());
  const contactId = contact && (await checkContact(db, contact));
  return and(
    state && eq(table.state, state),
    userId ? eq(table.userId, userId) : undefined,
    workshop ? eq(table.workshop, workshop) : undefined,
    contactId ? eq(table.contactId, contactId) : undefined,
  );
}

/** In the number, the piece, its marks, or the customer's name and phone. Null if nothing can match. */
function searched(term: string): SQL | null {
  const number = readTicketNumber(term);
  const patterns = patternsOf(term);
  if (!patterns) return null;
  const each = patterns.map(
    (pattern) =>
      sql`(${table.search} like ${pattern} or ${table.contactId} in (
        select id from ${owned("contacts", "c")} where c.search like ${pattern}))`,
  );
  const words = and(...each) ?? sql`true`;
  return (number === null ? words : or(eq(table.number, number), words)) ?? words;
}

async function selectRepairs(
  db: Db,
  where: SQL | undefined,
  order: SQL[],
  { limit, offset }: { limit: number; offset: number },
) {
  const found = await db
    .select({ repair: table, contact: contactName, first: users.firstName, last: users.lastName })
    .from(table)
    .leftJoin(contacts, eq(contacts.id, table.contactId))
    .leftJoin(users, eq(users.id, table.userId))
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return found.map(({ repair, contact, first, last }) => {
    const { contactId, contactName: kept, userId, stateAt, createdAt, updatedAt, ...rest } = repair;
    const { organizationId: _, search: __, ...shown } = rest;
    return {
      ...shown,
      contact: { id: contactId, name: contactId ? (contact ?? kept) : kept },
      person: userId ? { id: userId, name: `${first} ${last}`.trim() } : null,
      stateAt: stateAt.toISOString(),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  });
}

async function getRepair(db: Db, which: SQL | undefined) {
  const [found] = await selectRepairs(db, which, [asc(table.number)], { limit: 1, offset: 0 });
  if (!found) throw notFound();
  return found;
}

type Fields = Omit<ParsedBody<"repairs.create">, "contact">;

async function columns(db: Db, { personId, lines, deposit, ...fields }: Fields) {
  if (personId !== null) await checkPerson(db, personId);
  return {
    ...fields,
    userId: personId,
    lines: lines.map((line): RepairLine => ({ ...line, amount: String(line.amount) })),
    total: totalOf(lines),
    ...(deposit === undefined ? {} : { deposit: deposit === null ? null : String(deposit) }),
  };
}

/** In thousandths, the smallest unit of any currency, so 0.1 + 0.2 is 0.3. */
function totalOf(lines: Fields["lines"]): string {
  return String(lines.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 1000), 0) / 1000);
}

async function checkPerson(db: Db, id: string): Promise<void> {
  if (!isId(id)) throw notFound();
  await getRecord(db, users, id);
}

function stepOf(state: RepairState, at: Date, by: SQL<string>): SQL {
  return sql`jsonb_build_object('state', ${state}::text, 'at', ${at.toISOString()}::text, 'by', ${by})`;
}

type Stored = typeof table.$inferSelect;

async function moveTo(
  db: Db,
  { id }: Stored,
  { state, personId, workshop, backDay, reason }: ParsedBody<"repairs.move">,
  { at, by }: { at: Date; by: SQL<string> },
): Promise<void> {
  if (personId !== undefined) await checkPerson(db, personId);
  await db
    .update(table)
    .set({
      ...{ state, stateAt: at, stateBy: by, steps: sql`${table.steps} || ${stepOf(state, at, by)}` },
      ...(personId === undefined ? {} : { userId: personId }),
      ...(state === "AWAY" ? { workshop, backDay: backDay ?? null } : {}),
      ...(state === "RETURNED" ? { reason } : {}),
      ...nextVersion(table),
    })
    .where(byId(table, id));
}
