import { and, asc, eq, gte, sql } from "drizzle-orm";
import type { HostAnswer } from "#lib/contract/contract.ts";
import { DAY } from "#lib/time/zone.ts";
import { canSend, senderAddress } from "#server/connections/mail/transport.ts";
import { hasRealStore } from "#server/data/demo/demo.ts";
import type { SignedIn } from "#server/platform/auth/session.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { owned } from "#server/platform/db/owned.ts";
import { personName } from "#server/platform/db/parties.ts";
import { users } from "#server/platform/db/schema.ts";
import { bookings } from "#server/platform/db/schema-calendar.ts";
import { accounts, incidents, mails } from "#server/platform/db/schema-mail.ts";
import { notFound } from "#server/platform/errors.ts";
import type { Handlers, Host } from "#server/platform/handler.ts";

type Status = HostAnswer<"status.get">;

const WEEK = 7 * DAY;
/** Appointments reach a calendar within seconds. */
const WRITTEN_MS = 5 * 60_000;

export const statuses = {
  "status.get": async ({ host, user, read }) => {
    if (!host.status) throw notFound();
    const now = host.clock();
    const found = await read(async (db) => ({
      mails: await mailsOf(db, now),
      accounts: await accountsOf(db),
      appointments: await appointmentsOf(db, now),
    }));
    const { status } = host;
    const [troubles, backups] = await Promise.all([status.troubles(), backupsOf(host, user)]);
    return {
      at: now.toISOString(),
      mail: { ...sendingWay(host, found.accounts), ...found.mails },
      calendars: { accounts: found.accounts.map(shownStatus), ...found.appointments },
      host: {
        version: status.version,
        schema: status.schema,
        timeData: status.timeData,
        database: status.database,
        startedAt: status.startedAt.toISOString(),
        troubles,
        jobs: status.jobs().map(({ name, since, endedAt, failingSince }) => ({
          name,
          since: instant(since),
          endedAt: instant(endedAt),
          failingSince: instant(failingSince),
        })),
      },
      backups,
    };
  },
} satisfies Partial<Handlers>;

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString());

type Account = Awaited<ReturnType<typeof accountsOf>>[number];

/** Follows the same rules as `transportOf`. */
function sendingWay(host: Host, found: Account[]): Pick<Status["mail"], "way" | "address" | "error"> {
  const own = found.find(({ isStores }) => isStores);
  const provider = own?.provider ?? null;
  if (!canSend(host, provider)) return { way: own ? "kept" : "none", address: null, error: null };
  const way = provider !== null && provider !== "local" ? "account" : "server";
  const address = senderAddress(host, { provider, address: own?.address ?? null });
  return { way, address, error: own?.error ?? null };
}

function shownStatus({ isStores, name, ...shown }: Account) {
  return { ...shown, name: name ?? "" };
}

function accountsOf(db: Db) {
  return db
    .select({
      name: sql<string | null>`${personName}`,
      ...pick(accounts, "id", "address", "provider", "isStores", "error"),
      isSilent: sql<boolean>`exists (select from ${owned(incidents)}
        where ${incidents.kind} = 'unread' and ${incidents.key} = ${accounts.id}::text and ${incidents.endedAt} is null)`,
    })
    .from(accounts)
    .leftJoin(users, eq(users.id, accounts.userId))
    .orderBy(asc(sql`lower(${users.firstName})`), asc(accounts.id));
}

async function mailsOf(db: Db, now: Date) {
  const at = sql`${now.toISOString()}::timestamptz`;
  const day = new Date(now.getTime() - DAY);
  const week = new Date(now.getTime() - WEEK);
  const [waits] = await db
    .select({ waiting: sql<number>`count(*)::int`, oldest: sql<string | null>`min(${mails.dueAt})` })
    .from(mails)
    .where(and(eq(mails.state, "queued"), sql`${mails.dueAt} <= ${at}`));
  const [sent] = await db
    .select({ count: sql<number>`count(*) filter (where ${mails.state} = 'sent')::int` })
    .from(mails)
    .where(gte(mails.sentAt, day));
  const [ended] = await db
    .select({
      failed: sql<number>`count(*) filter (where ${mails.state} = 'failed')::int`,
      unknown: sql<number>`count(*) filter (where ${mails.state} = 'unknown')::int`,
    })
    .from(mails)
    .where(gte(mails.createdAt, week));
  return {
    waiting: waits?.waiting ?? 0,
    oldestDueAt: waits?.oldest ? new Date(waits.oldest).toISOString() : null,
    sent: sent?.count ?? 0,
    failed: ended?.failed ?? 0,
    unknown: ended?.unknown ?? 0,
  };
}

async function appointmentsOf(db: Db, now: Date) {
  const late = new Date(now.getTime() - WRITTEN_MS).toISOString();
  const [found] = await db
    .select({
      unwritten: sql<number>`count(*) filter (where ${bookings.calendarState} = 'pending'
        and ${bookings.updatedAt} < ${late}::timestamptz)::int`,
      refused: sql<number>`count(*) filter (where ${bookings.calendarState} = 'failed')::int`,
    })
    .from(bookings)
    .where(gte(bookings.startsAt, now));
  return { unwritten: found?.unwritten ?? 0, refused: found?.refused ?? 0 };
}

async function backupsOf(host: Host, { organizationId }: SignedIn): Promise<Status["backups"]> {
  const isShared = await host.database.system((db) => hasRealStore(db, organizationId));
  if (isShared || !host.backups) return null;
  const { folder, nextAt, isSealed, failure, unreadable, kept } = await host.backups.state();
  const last = kept.find(({ problem }) => !problem);
  const broken = kept.find(({ problem }) => problem);
  return {
    isKept: folder !== null,
    nextAt,
    lastAt: last?.madeAt ?? null,
    isSealed,
    problem: failure?.text ?? unreadable ?? broken?.problem ?? null,
  };
}
