import type { Incident } from "#lib/contract/incidents.ts";
import { connectAccount, disconnectAccount } from "#server/connections/providers/account.ts";
import { accountFailed, accountWorks } from "#server/connections/providers/account-troubles.ts";
import { beginIncident, endIncident, reportOnce } from "#server/platform/db/incidents.ts";
import { ProviderError } from "#server/platform/errors.ts";
import type { Host } from "#server/platform/handler.ts";
import type { Person } from "#server/testing/host.ts";
import { MINUTE, mailTests } from "#server/testing/mail.ts";
import { sendAlerts } from "./alerts.ts";

const tests = mailTests();

async function store(provider: "local" | "imap" = "imap") {
  const shop = await tests.mailShop();
  await shop.store.account(provider, shop.owner.id);
  return shop;
}
const busy = tests.mailbox(async () => {
  throw new ProviderError("later", "421 busy");
});
type Store = Awaited<ReturnType<typeof store>>;

async function accountOf({ store }: Store) {
  const account = await store.readAccount();
  if (!account) throw new Error("no account");
  return account;
}

async function shown(person: Person): Promise<Incident[]> {
  return ((await tests.call("users.me", person)).body as { incidents: Incident[] }).incidents;
}
const kindsFor = async (person: Person) => (await shown(person)).map(({ kind }) => kind);

async function sendAlertsAndMails(host: Host): Promise<void> {
  await sendAlerts(host);
  await tests.sendAll(host, busy);
}

test("reports a refused mailbox and its end through another server", async () => {
  const { host, sink } = await tests.withSink();
  const shop = await store();
  const refuse = tests.mailbox(async () => {
    throw new ProviderError("credentials", "535 no");
  });
  await tests.notice(shop.id);
  await tests.sendAll(host, refuse);
  await tests.sendAll(host, refuse);
  for (const person of [shop.owner, shop.admin, shop.user]) {
    expect(await shown(person)).toMatchObject([
      {
        kind: "mail",
        text: "The mail server no longer accepts this account. Connect it again.",
        href: "/dashboard/settings/integrations",
        canDismiss: false,
      },
    ]);
  }
  await sendAlertsAndMails(host);
  await sendAlertsAndMails(host);
  const addresses = [shop.owner.email, shop.admin.email].sort();
  expect(sink.taken.map(({ to }) => to).sort()).toEqual(addresses);
  expect(sink.taken[0]?.mail.subject).toBe("Your store can't send email");
  expect(sink.taken[0]?.mail.text).toContain("https://crm.example.com/dashboard/settings/integrations");

  await accountFailed(host, await accountOf(shop), "mail");
  await sendAlertsAndMails(host);
  expect(sink.taken).toHaveLength(2);

  await accountWorks(host, await accountOf(shop), "mail");
  expect(await shown(shop.user)).toEqual([]);
  tests.clock.now += 9 * MINUTE;
  await sendAlertsAndMails(host);
  expect(sink.taken).toHaveLength(2);
  await accountFailed(host, await accountOf(shop), "mail");
  tests.clock.now += 60 * MINUTE;
  await sendAlertsAndMails(host);
  expect([sink.taken.length, await kindsFor(shop.user)]).toEqual([2, ["mail"]]);

  await accountWorks(host, await accountOf(shop), "mail");
  tests.clock.now += 10 * MINUTE;
  await sendAlertsAndMails(host);
  await sendAlertsAndMails(host);
  expect(
    sink.taken
      .slice(2)
      .map(({ to }) => to)
      .sort(),
  ).toEqual(addresses);
  expect(sink.taken[2]?.mail.subject).toBe("Resolved: Your store can't send email");

  await accountFailed(host, await accountOf(shop), "mail");
  await sendAlertsAndMails(host);
  expect(sink.taken).toHaveLength(6);
});

test("two hosts send one email", async () => {
  const { host, sink } = await tests.withSink();
  const shop = await store();
  await accountFailed(host, await accountOf(shop), "mail");
  await Promise.all([sendAlerts(host), sendAlerts(host)]);
  await tests.sendAll(
    host,
    tests.mailbox(async () => {}),
  );
  expect(sink.taken).toHaveLength(2);
});

test("email and calendar fail and recover independently", async () => {
  const host = await tests.host();
  const shop = await store();
  await accountFailed(host, await accountOf(shop), "mail");
  await accountFailed(host, await accountOf(shop), "calendar");
  expect(await kindsFor(shop.owner)).toEqual(["mail", "calendar"]);
  await accountWorks(host, await accountOf(shop), "mail");
  expect(await kindsFor(shop.owner)).toEqual(["calendar"]);
  expect((await accountOf(shop)).error).toContain("The calendar server");
  await accountWorks(host, await accountOf(shop), "calendar");
  expect([await kindsFor(shop.owner), (await accountOf(shop)).error]).toEqual([[], null]);
});

test("an old account's failure doesn't affect the new one", async () => {
  const { host, sink } = await tests.withSink();
  const shop = await store();
  const old = await accountOf(shop);
  await accountFailed(host, old, "mail");
  await sendAlertsAndMails(host);
  await disconnectAccount(host, { organizationId: shop.id, userId: shop.owner.id });
  expect(await shown(shop.owner)).toEqual([]);
  tests.clock.now += 60 * MINUTE;
  await sendAlertsAndMails(host);
  expect(sink.taken).toHaveLength(2);

  const account = {
    organizationId: shop.id,
    userId: shop.owner.id,
    provider: "imap",
    address: "new@example.com",
  } as const;
  await connectAccount(host, { ...account, calendars: [] });
  await accountFailed(host, old, "mail");
  expect(await shown(shop.owner)).toEqual([]);
});

test("the mailbox reports calendar failures but not its own", async () => {
  const host = await tests.host();
  const shop = await store();
  const taken: string[] = [];
  const works = tests.mailbox(async ({ to }) => void taken.push(to.address));
  await accountFailed(host, await accountOf(shop), "calendar");
  await sendAlerts(host);
  for (let i = 0; i < 3; i++) {
    await tests.sendAll(host, works);
    tests.clock.now += MINUTE;
  }
  expect(taken.sort()).toEqual([shop.owner.email, shop.admin.email].sort());

  await accountFailed(host, await accountOf(shop), "mail");
  await sendAlerts(host);
  await tests.sendAll(host, works);
  expect(taken).toHaveLength(2);
  expect(await kindsFor(shop.owner)).toEqual(["calendar", "mail"]);
});

test("without a mail account, shows a notice on screen", async () => {
  const host = await tests.host();
  const shop = await store("local");
  await accountFailed(host, await accountOf(shop), "calendar");
  await sendAlerts(host);
  expect(await shop.store.mails()).toEqual([]);
  expect(await kindsFor(shop.owner)).toEqual(["calendar"]);
});

test("sends no email about a short failure of a calendar", async () => {
  const { host, sink } = await tests.withSink();
  const shop = await store();
  const unread = { organizationId: shop.id, kind: "unread", title: "Away", text: "Away" } as const;
  const begin = { ...unread, href: "/dashboard", over: "Back", notifyAfterMs: 10 * MINUTE } as const;
  const { database, clock } = host;
  await database.tenant(shop.id, (db) => beginIncident(db, clock(), begin));
  await sendAlertsAndMails(host);
  await database.tenant(shop.id, (db) => endIncident(db, clock(), unread));
  tests.clock.now += 30 * MINUTE;
  await sendAlertsAndMails(host);
  expect(sink.taken).toEqual([]);
});

test("failed emails are one notice until dismissed", async () => {
  const { host, sink } = await tests.withSink();
  const shop = await store();
  const bounce = tests.mailbox(async () => {
    throw new ProviderError("never", "550 no");
  });
  const fail = async (changes = {}) => {
    await tests.notice(shop.id, changes);
    tests.clock.now += MINUTE;
    await tests.sendAll(host, bounce);
  };
  await fail({ kind: "test" });
  expect(await shown(shop.owner)).toEqual([]);
  await fail();
  await fail();
  const [line] = await shown(shop.admin);
  expect(line).toMatchObject({ kind: "mailsFailed", canDismiss: true, href: "/dashboard/mail?state=failed" });
  expect(await shown(shop.user)).toMatchObject([{ canDismiss: false }]);
  await sendAlertsAndMails(host);
  expect(sink.taken).toHaveLength(2);

  const dismiss = (person: Person) =>
    tests.call("incidents.dismiss", person, { params: { id: line?.id ?? "" } });
  const foreign = await tests.shop();
  expect((await dismiss(shop.user)).status).toBe(404);
  expect((await dismiss(foreign.owner)).status).toBe(404);
  expect((await dismiss(shop.admin)).status).toBe(200);
  expect((await dismiss(shop.owner)).status).toBe(200);
  expect(await shown(shop.owner)).toEqual([]);
  await fail();
  expect(await kindsFor(shop.owner)).toEqual(["mailsFailed"]);
});

test("reports an event once; lasting incidents stay", async () => {
  const { host, sink } = await tests.withSink();
  const shop = await store();
  const { database, clock } = host;
  const happened = {
    organizationId: shop.id,
    kind: "accountChanged",
    key: "account-1",
    audience: "owner",
    title: "Your store's account was changed",
    text: "Ada connected another account.",
    href: "/dashboard/settings/integrations",
  } as const;
  const report = () => database.tenant(shop.id, (db) => reportOnce(db, clock(), happened));
  await report();
  await report();
  await sendAlertsAndMails(host);
  expect(sink.taken.map(({ to }) => to)).toEqual([shop.owner.email]);
  expect(await shown(shop.admin)).toEqual([]);
  const [line] = await shown(shop.owner);
  const params = { id: line?.id ?? "" };
  expect((await tests.call("incidents.dismiss", shop.admin, { params })).status).toBe(404);
  expect((await tests.call("incidents.dismiss", shop.owner, { params })).status).toBe(200);
  await report();
  await sendAlertsAndMails(host);
  expect([sink.taken.length, await shown(shop.owner)]).toEqual([1, []]);

  await accountFailed(host, await accountOf(shop), "mail");
  const [lasting] = await shown(shop.owner);
  const answer = await tests.call("incidents.dismiss", shop.owner, { params: { id: lasting?.id ?? "" } });
  expect(answer.status).toBe(409);
});
