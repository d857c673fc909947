import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/db/client.ts";
import { beginIncident, endIncident, openIncidents } from "#server/db/incidents.ts";
import { users } from "#server/db/schema.ts";
import { accounts } from "#server/db/schema-mail.ts";
import type { Host } from "#server/handler.ts";

type Known = Pick<
  typeof accounts.$inferSelect,
  "organizationId" | "id" | "provider" | "error" | "isStores" | "userId"
>;

/** What can be wrong with an account; its parts fail and heal by themselves. */
const BROKEN = {
  mail: {
    title: "Your store sends no mail",
    text: "The mail server does not accept this account any more. Connect it again.",
    over: "The mail server accepts your store's account again. What waited is being sent.",
  },
  calendar: {
    title: "Your store's calendar refuses us",
    text: "The calendar server does not accept this account any more. Connect it again.",
    over: "The calendar server accepts your store's account again. Appointments can be booked.",
  },
  account: {
    title: "Your store's account is disconnected",
    text: "This account does not let us in any more. Connect it again.",
    over: "Your store's account works again. Mail is being sent, and appointments can be booked.",
  },
  unread: {
    title: "Your store's calendar cannot be read",
    text: "The calendar cannot be read right now. Nobody can book until it can.",
    over: "Your store's calendar can be read again. Appointments can be booked.",
    // A server that starts anew is nobody's business.
    tellAfterMs: 10 * 60_000,
  },
} as const;
type Broken = keyof typeof BROKEN;
const kinds = Object.keys(BROKEN) as Broken[];
type Part = "mail" | "calendar";

/** What is over with the account that it was about. */
export async function endTroubles(
  db: Db,
  now: Date,
  account: Known | null,
  how?: { isGone: boolean },
): Promise<void> {
  if (!account) return;
  const { organizationId, id } = account;
  for (const kind of kinds) await endIncident(db, now, { organizationId, kind, key: id }, how);
  if (account.isStores) await endIncident(db, now, { organizationId, kind: "automationsPaused" }, how);
}

/** An account was refused: staff are told until it works again or is connected anew. */
export async function accountFailed(host: Host, account: Known, part: Part): Promise<void> {
  await begin(host, account, refusalOf(account, part));
}

/** The calendar did not answer, or is gone: bookings are closed until it does. */
export async function calendarUnread(host: Host, account: Known): Promise<void> {
  // What a person has to repair counts more.
  if (account.error === null) await begin(host, account, "unread");
}

/** Whoever keeps an account says that it works again. */
export async function accountRecovered(host: Host, account: Known): Promise<void> {
  if (account.error !== null) await end(host, account, kinds);
}

/** A part of an account works; what was wrong with that part is over. */
export async function accountWorks(host: Host, account: Known, part: Part): Promise<void> {
  if (account.error === null) return;
  await end(
    host,
    account,
    part === "calendar" ? [refusalOf(account, part), "unread"] : [refusalOf(account, part)],
  );
}

/** Google's and Microsoft's accounts are one for both. */
function refusalOf({ provider }: Known, part: Part): Broken {
  return provider === "google" || provider === "microsoft" ? "account" : part;
}

async function begin(host: Host, account: Known, kind: Broken): Promise<void> {
  const { organizationId, id } = account;
  await host.database.tenant(organizationId, async (db) => {
    const { text } = BROKEN[kind];
    // Not where another account was connected meanwhile.
    if (!(await setError(db, account, text))) return;
    const words = account.isStores ? BROKEN[kind] : await wordsFor(db, account, kind);
    const href = "/dashboard/settings/integrations";
    await beginIncident(db, host.clock(), { organizationId, kind, key: id, ...words, href });
  });
  host.wake();
}

/** Of an account that is one person's alone: nobody else is concerned, and the store's mail leaves all the same. */
async function wordsFor(db: Db, { organizationId, userId }: Known, kind: Broken) {
  const [user] = await db
    .select({ name: sql<string>`${users.firstName} || ' ' || ${users.lastName}` })
    .from(users)
    .where(and(eq(users.organizationId, organizationId), eq(users.id, userId ?? "")));
  const whose = user ? `${user.name.trim()}’s` : "A colleague’s";
  const what = { mail: "mail account", calendar: "calendar", account: "account", unread: "calendar" }[kind];
  return {
    ...BROKEN[kind],
    title: kind === "unread" ? `${whose} calendar cannot be read` : `${whose} ${what} refuses us`,
    text: `Nobody can book with them until it works again. Everybody else can be booked. ${
      kind === "unread" ? "" : `${user ? user.name.trim() : "They"} can connect it again in Settings.`
    }`.trim(),
    over: `${whose} ${what} works again. Appointments with them can be booked.`,
  };
}

/** What is still wrong stays the account's error. */
async function end(host: Host, account: Known, over: Broken[]): Promise<void> {
  const { organizationId, id: key } = account;
  await host.database.tenant(organizationId, async (db) => {
    if (!(await setError(db, account, null))) return;
    for (const kind of over) await endIncident(db, host.clock(), { organizationId, kind, key });
    const open = await openIncidents(db, organizationId);
    const left = kinds.find((kind) => open.some((each) => each.key === key && each.kind === kind));
    if (left) await setError(db, account, BROKEN[left].text);
  });
}

async function setError(db: Db, { organizationId, id }: Known, error: string | null): Promise<boolean> {
  const changed = await db
    .update(accounts)
    .set({ error, updatedAt: sql`now()` })
    .where(and(eq(accounts.organizationId, organizationId), eq(accounts.id, id)))
    .returning({ id: accounts.id });
  return changed.length > 0;
}
