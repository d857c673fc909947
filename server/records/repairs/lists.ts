import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { Query } from "#lib/contract/contract.ts";
import {
  BOARD_ROWS,
  doneStates,
  type Notice,
  READY_LONG_DAYS,
  type RepairState,
  type RepairView,
  readTicketNumber,
  repairStates,
} from "#lib/contract/repair-terms.ts";
import { dayOf } from "#lib/time/days.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId, newId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { paging } from "#server/platform/db/paging.ts";
import { checkContact, contactName, personName } from "#server/platform/db/parties.ts";
import { countRows, MAX_RECORDS } from "#server/platform/db/record.ts";
import { contactReach, contacts, NO_REACH, users } from "#server/platform/db/schema.ts";
import { repairs as table } from "#server/platform/db/schema-repairs.ts";
import { patternsOf } from "#server/platform/db/search.ts";
import { timezoneOf } from "#server/platform/db/timezone.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Handlers } from "#server/platform/handler.ts";
import { settingsOf } from "./settings.ts";

const DAY = 86_400_000;

const isDone = inArray(table.state, [...doneStates]);
const isOpen = notInArray(table.state, [...doneStates]);
const lastNotice = sql`${table.steps} -> -1 -> 'notified'`;
const byPromise = [asc(table.promisedDay), asc(table.number)];

export const repairLists = {
  "repairs.list": ({ host, query, read }) =>
    read(async (db) => {
      const which = await matching(db, query, host.clock());
      if (!which) return [];
      const order = query.view === "done" ? [desc(table.stateAt), desc(table.number)] : byPromise;
      const { limit, offset } = paging(query);
      const rows = selectRows(db, which).orderBy(...order);
      return (await rows.limit(limit).offset(offset)).map(withParties);
    }),

  "repairs.board": ({ host, query, read }) =>
    read(async (db) => {
      const found = await matching(db, query, host.clock());
      if (!found) return [];
      const which = and(isOpen, found);
      const place = sql<number>`row_number() over (partition by ${table.state} order by ${table.promisedDay}, ${table.number})`;
      const first = db
        .select({ id: table.id, place: place.as("place") })
        .from(table)
        .where(which)
        .as("first");
      const shown = db.select({ id: first.id }).from(first).where(lte(first.place, BOARD_ROWS));
      const rows = await selectRows(db, inArray(table.id, shown)).orderBy(...byPromise);
      return rows.map(withParties).map(({ photo: _, ...row }) => row);
    }),

  "repairs.counts": async ({ host, read }) =>
    read(async (db) => {
      const { late, today, unnotified, readyLong } = views(await momentOf(db, host.clock()));
      const among = (which: SQL | undefined) => sql<number>`count(*) filter (where ${which})`.mapWith(Number);
      const inState = (state: RepairState) => among(eq(table.state, state));
      const counting = db
        .select({
          open: count(),
          late: among(late),
          today: among(today),
          unnotified: among(unnotified),
          readyLong: among(readyLong),
          isNew: sql<boolean>`not exists (select from ${owned("repairs", "r")})
            and not exists (select from ${owned("journal")} where kind = 'repair')`,
          states: {
            ...{ IN: inState("IN"), WAITING: inState("WAITING"), BENCH: inState("BENCH") },
            ...{ AWAY: inState("AWAY"), READY: inState("READY") },
          },
        })
        .from(table)
        .where(isOpen);
      const byPerson = db
        .select({ id: table.userId, count: count() })
        .from(table)
        .where(and(isOpen, isNotNull(table.userId)))
        .groupBy(table.userId);
      const [[found], people] = await Promise.all([counting, byPerson]);
      if (!found) throw notFound();
      return {
        ...found,
        people: people.flatMap(({ id, count }) => (id ? { id, count } : [])),
      };
    }),

  "repairs.workshops": ({ read }) =>
    read(async (db) => {
      const { workshops } = await settingsOf(db);
      const found = await db
        .selectDistinct({ name: table.workshop })
        .from(table)
        .where(isNotNull(table.workshop))
        .orderBy(table.workshop)
        .limit(MAX_RECORDS);
      const names = [...workshops, ...found].flatMap(({ name }) => name ?? []);
      return [...new Set(names)].sort((a, b) => a.localeCompare(b));
    }),
} satisfies Partial<Handlers>;

export async function foundRepairs(db: Db, term: string, limit: number) {
  const words = (patternsOf(term) ?? []).map((pattern) => sql`${table.search} like ${pattern}`);
  const number = readTicketNumber(term);
  const ticket = await ticketOf(db, term, number);
  const which =
    ticket ?? or(words.length > 0 ? and(...words) : undefined, number ? eq(table.number, number) : undefined);
  const found = await selectRows(db, which ?? sql`false`)
    .orderBy(desc(table.number))
    .limit(limit);
  return found
    .map(withParties)
    .map(({ id, prefix, number, name, contact, state }) => ({ id, prefix, number, name, contact, state }));
}

export async function dueRepairs(db: Db, at: Moment, mine: string | null, limit: number) {
  const { late, today, unnotified, readyLong } = views(at);
  const own = mine === null ? undefined : or(isNull(table.userId), eq(table.userId, mine));
  const isNow = sql`coalesce((${table.steps} -> -1 ->> 'later')::date <= ${at.day}::date, true)`;
  const due = and(isOpen, or(late, today, unnotified, readyLong), own, isNow);
  const found = await selectRows(db, due)
    .orderBy(...byPromise)
    .limit(limit);
  return found.map(withParties);
}

export const parties = {
  contact: contactName,
  reach: contactReach,
  person: sql<string | null>`${personName}`,
};

function selectRows(db: Db, which: SQL | undefined) {
  const work = sql<string>`(select coalesce(string_agg(line->>'name', ', ' order by place), '')
    from jsonb_array_elements(${table.lines}) with ordinality as lines(line, place))`;
  const { id, prefix, number, name, kind, contactId, contactName, userId, state, stateAt, stateBy } = table;
  const { workshop, backDay, promisedDay, estimate, total, version } = table;
  const { approvedTotal, approvedAt, callAskedAt } = table;
  const notified = sql<Notice | null>`${lastNotice}`;
  const ofPhotos = <V>(value: SQL) =>
    sql<V>`(select ${value} from ${owned("note_files", "f")} where f.repair_id = ${table.id})`;
  const photoCount = ofPhotos<number>(sql`count(*)::int`);
  const photo = ofPhotos<string | null>(sql`(array_agg(f.id order by f.id))[1]`);
  return db
    .select({
      repair: {
        ...{ id, prefix, number, name, kind, contactId, contactName, userId, state, stateAt, stateBy },
        ...{ workshop, backDay, promisedDay, estimate, total, version, work, photoCount, photo },
        ...{ approvedTotal, approvedAt, callAskedAt, notified },
      },
      ...parties,
    })
    .from(table)
    .leftJoin(contacts, eq(contacts.id, table.contactId))
    .leftJoin(users, eq(users.id, table.userId))
    .where(which)
    .$dynamic();
}

type Named = Pick<
  typeof table.$inferSelect,
  "contactId" | "contactName" | "userId" | "stateAt" | "approvedTotal" | "approvedAt" | "callAskedAt"
>;

export function approvalOf({
  approvedTotal: total,
  approvedAt: at,
}: Pick<Named, "approvedTotal" | "approvedAt">) {
  return total !== null && at ? { total, at: at.toISOString() } : null;
}

/** A request for a call counts until the repair moves, and again when the move is undone. */
export function callOf({ callAskedAt, stateAt }: Pick<Named, "callAskedAt" | "stateAt">): string | null {
  return callAskedAt && callAskedAt >= stateAt ? callAskedAt.toISOString() : null;
}

type Found<R> = {
  repair: R;
  reach: typeof NO_REACH | null;
  contact: string | null;
  person: string | null;
};

export function withParties<R extends Named>({ repair, contact, reach, person }: Found<R>) {
  const {
    contactId,
    contactName: kept,
    userId,
    stateAt,
    approvedTotal,
    approvedAt,
    callAskedAt,
    ...shown
  } = repair;
  return {
    ...shown,
    ...(reach ?? NO_REACH),
    contact: { id: contactId, name: contactId ? (contact ?? kept) : kept },
    person: userId ? { id: userId, name: person ?? "" } : null,
    stateAt: stateAt.toISOString(),
    approved: approvalOf({ approvedTotal, approvedAt }),
    callAskedAt: callOf({ callAskedAt, stateAt }),
  };
}

type Moment = { now: Date; day: string };

async function momentOf(db: Db, now: Date): Promise<Moment> {
  return { now, day: dayOf(now, await timezoneOf(db)) };
}

function viewed(at: Moment, view: RepairView) {
  const state = repairStates.find((one) => one === view);
  return state ? eq(table.state, state) : views(at)[view as Exclude<RepairView, RepairState>];
}

function views({ now, day }: Moment) {
  const unfinished = notInArray(table.state, ["READY", ...doneStates]);
  return {
    open: isOpen,
    late: and(isOpen, unfinished, lt(table.promisedDay, day)),
    today: and(isOpen, unfinished, eq(table.promisedDay, day)),
    unnotified: and(isOpen, eq(table.state, "READY"), sql`${lastNotice} is null`),
    readyLong: and(
      isOpen,
      eq(table.state, "READY"),
      lt(table.stateAt, new Date(+now - READY_LONG_DAYS * DAY)),
    ),
    done: isDone,
  };
}

/** Null if the search can match nothing. */
async function matching(db: Db, { search = "", view = "open", ...filter }: Query<"repairs.list">, now: Date) {
  const found = await searched(db, search);
  if (!found) return null;
  const { person, workshop, contact } = filter;
  const userId = person && (isId(person) ? person : newId());
  const contactId = contact && (await checkContact(db, contact));
  return and(
    found,
    viewed(await momentOf(db, now), view),
    userId ? eq(table.userId, userId) : undefined,
    workshop ? eq(table.workshop, workshop) : undefined,
    contactId ? eq(table.contactId, contactId) : undefined,
  );
}

/** "R-1042" is only that ticket. "1042" may also be in a phone number. */
async function ticketOf(db: Db, term: string, number: number | null): Promise<SQL | null> {
  if (number === null || !/[a-z]/i.test(term)) return null;
  const which = eq(table.number, number);
  return (await countRows(db, table, which)) > 0 ? which : null;
}

async function searched(db: Db, term: string): Promise<SQL | null> {
  const number = readTicketNumber(term);
  const ticket = await ticketOf(db, term, number);
  if (ticket) return ticket;
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
