import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { beginIncident, endIncident, openIncidents } from "#server/platform/db/incidents.ts";
import { personName } from "#server/platform/db/parties.ts";
import { users } from "#server/platform/db/schema.ts";
import { accounts } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";

type TroubledAccount = Pick<
  typeof accounts.$inferSelect,
  "organizationId" | "id" | "provider" | "error" | "isStores" | "userId"
>;

/** Mail and calendar fail and recover independently. */
const TROUBLES = {
  mail: {
    title: "Your store can't send email",
    text: "The mail server no longer accepts this account. Connect it again.",
    over: "The mail server accepts your store's account again. Waiting emails are being sent.",
  },
  calendar: {
    title: "Your store's calendar account was rejected",
    text: "The calendar server no longer accepts this account. Connect it again.",
    over: "The calendar server accepts your store's account again. Appointments can be booked.",
  },
  account: {
    title: "Your store's account is disconnected",
    text: "We can no longer sign in to this account. Connect it again.",
    over: "Your store's account works again. Email is being sent, and appointments can be booked.",
  },
  unread: {
    title: "Your store's calendar can't be read",
    text: "We can't read the calendar right now. Nobody can book until it works again.",
    over: "Your store's calendar can be read again. Appointments can be booked.",
    // Long enough for a server to restart.
    notifyAfterMs: 10 * 60_000,
  },
} as const;
type TroubleKind = keyof typeof TROUBLES;
const kinds = Object.keys(TROUBLES) as TroubleKind[];
type Part = "mail" | "calendar";

export async function endTroubles(
  db: Db,
  now: Date,
  account: TroubledAccount | null,
  how?: { isGone: boolean },
): Promise<void> {
  if (!account) return;
  const { id } = account;
  for (const kind of kinds) await endIncident(db, now, { kind, key: id }, how);
  if (account.isStores) await endIncident(db, now, { kind: "automationsPaused" }, how);
}

export async function accountFailed(host: Host, account: TroubledAccount, part: Part): Promise<void> {
  await report(host, account, refusalOf(account, part));
}

/** Bookings are closed until the calendar can be read. */
export async function calendarUnread(host: Host, account: TroubledAccount): Promise<void> {
  // A rejected account has priority, because a person has to fix it.
  if (account.error === null) await report(host, account, "unread");
}

export async function accountRecovered(host: Host, account: TroubledAccount): Promise<void> {
  if (account.error !== null) await resolve(host, account, kinds);
}

export async function accountWorks(host: Host, account: TroubledAccount, part: Part): Promise<void> {
  if (account.error === null) return;
  await resolve(
    host,
    account,
    part === "calendar" ? [refusalOf(account, part), "unread"] : [refusalOf(account, part)],
  );
}

function refusalOf({ provider }: TroubledAccount, part: Part): TroubleKind {
  return provider === "google" || provider === "microsoft" ? "account" : part;
}

async function report(host: Host, account: TroubledAccount, kind: TroubleKind): Promise<void> {
  const { organizationId, id } = account;
  await host.database.tenant(organizationId, async (db) => {
    const { text } = TROUBLES[kind];
    if (!(await setError(db, account, text))) return;
    const words = account.isStores ? TROUBLES[kind] : await wordsFor(db, account, kind);
    const href = "/dashboard/settings/integrations";
    await beginIncident(db, host.clock(), { kind, key: id, ...words, href });
  });
  host.wake();
}

/** A personal account concerns only its owner. */
async function wordsFor(db: Db, { userId }: TroubledAccount, kind: TroubleKind) {
  const [user] = await db
    .select({ name: personName })
    .from(users)
    .where(eq(users.id, userId ?? ""));
  const owner = user ? `${user.name}’s` : "A colleague’s";
  const what = { mail: "mail account", calendar: "calendar", account: "account", unread: "calendar" }[kind];
  return {
    ...TROUBLES[kind],
    title: kind === "unread" ? `${owner} calendar can't be read` : `${owner} ${what} was rejected`,
    text: `Nobody can book with them until it works again. Everyone else can still be booked. ${
      kind === "unread" ? "" : `${user ? user.name : "They"} can reconnect it in Settings.`
    }`.trim(),
    over: `${owner} ${what} works again. Appointments with them can be booked.`,
  };
}

async function resolve(host: Host, account: TroubledAccount, over: TroubleKind[]): Promise<void> {
  const { organizationId, id: key } = account;
  await host.database.tenant(organizationId, async (db) => {
    if (!(await setError(db, account, null))) return;
    for (const kind of over) await endIncident(db, host.clock(), { kind, key });
    const open = await openIncidents(db);
    const left = kinds.find((kind) => open.some((each) => each.key === key && each.kind === kind));
    if (left) await setError(db, account, TROUBLES[left].text);
  });
}

async function setError(db: Db, { id }: TroubledAccount, error: string | null): Promise<boolean> {
  const changed = await db
    .update(accounts)
    .set({ error, updatedAt: sql`now()` })
    .where(eq(accounts.id, id))
    .returning({ id: accounts.id });
  return changed.length > 0;
}
