import { and, eq, sql } from "drizzle-orm";
import { createApp } from "#server/app.ts";
import { connectAccount } from "#server/connections/providers/account.ts";
import { newOneTimeToken } from "#server/platform/auth/one-time-tokens.ts";
import { countRows } from "#server/platform/db/record.ts";
import { users } from "#server/platform/db/schema.ts";
import { accounts, mails } from "#server/platform/db/schema-mail.ts";
import type { Host } from "#server/platform/handler.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { type Sink, startSink } from "#server/testing/sink.ts";
import { sendAlerts } from "./alerts.ts";
import { queueMail } from "./queue.ts";
import { createMailSender } from "./sender.ts";

const SMTP = { host: "127.0.0.1", port: 1, secure: false, from: "crm@example.com" };
const host = testHost({ smtp: SMTP });
const alone = testHost();
let sink: Sink;
beforeAll(async () => {
  sink = await startSink();
  SMTP.port = sink.port;
});
afterAll(() => sink.close());

async function connect({ organizationId, id }: Person, of = host) {
  const login = { user: "x", password: "x" };
  const secrets = {
    smtp: { host: "127.0.0.1", port: sink.port, secure: false, login, from: "own@example.com" },
  };
  const account = { organizationId, userId: id, provider: "imap" as const, address: "own@example.com" };
  await connectAccount(await of.host(), { ...account, secrets, calendars: [] });
}

async function viaOf({ organizationId }: Person, kind: "invitation" | "password") {
  const given = await host.host();
  const to = { address: "eve@example.com", name: "Eve" };
  const mail = { organizationId, kind, to, subject: "s", text: "t", dueAt: new Date() };
  const id = await given.database.tenant(organizationId, (db) => queueMail(db, mail));
  await given.database.tenant(organizationId, (db) => db.update(accounts).set({ nextMailAt: null }));
  await send(given);
  const [sent] = await given.database.read(organizationId, (db) =>
    db.select({ via: mails.via }).from(mails).where(eq(mails.id, id)),
  );
  return sent?.via;
}

async function send(given: Host) {
  const sender = createMailSender(given, { log: () => {} });
  await sender.run();
  await sender.finish();
}

async function setRole({ organizationId, id }: Person, role: "USER" | "ADMIN") {
  const database = await host.database();
  await database.tenant(organizationId, (db) =>
    db
      .update(users)
      .set({ role })
      .where(and(eq(users.organizationId, organizationId), eq(users.id, id))),
  );
}

async function post(token: string) {
  const app = createApp({ ...(await host.host()), log: () => {} });
  const body = new URLSearchParams({ provider: "local" });
  return (await app.request(`/connect/${token}`, { method: "POST", body })).status;
}

test("only a current manager can change the store's account", async () => {
  const { id, user, admin, owner } = await host.shop();
  const database = await host.database();
  const link = ({ organizationId, id: userId }: Person) =>
    database.system((db) => newOneTimeToken(db, "page", { organizationId, userId }));
  const accountsNow = () =>
    database.read(id, (db) =>
      db
        .select({ userId: accounts.userId, isStores: accounts.isStores })
        .from(accounts)
        .where(eq(accounts.organizationId, id))
        .orderBy(accounts.isStores),
    );
  expect(await post(await link(user))).toBe(303);
  expect(await accountsNow()).toEqual([{ userId: user.id, isStores: false }]);
  const [before, after] = [await link(admin), await link(admin)];
  expect(await post(before)).toBe(303);
  const both = [
    { userId: user.id, isStores: false },
    { userId: admin.id, isStores: true },
  ];
  expect(await accountsNow()).toEqual(both);
  await setRole(admin, "USER");
  expect(await post(after)).toBe(403);
  expect((await host.call("integration.disconnect", admin)).status).toBe(403);
  const choose = (by: Person, whose: Person) =>
    host.call("people.setStoresAccount", by, { params: { id: whose.id } });
  expect((await choose(user, user)).status).toBe(403);
  expect(await accountsNow()).toEqual(both);
  expect((await choose(owner, user)).status).toBe(200);
  expect(await accountsNow()).toEqual([
    { userId: admin.id, isStores: false },
    { userId: user.id, isStores: true },
  ]);
  expect(await viaOf(owner, "invitation")).toBe("smtp");
  expect((await choose(owner, owner)).status).toBe(404);
  const { owner: stranger } = await host.shop();
  expect((await choose(stranger, user)).status).toBe(404);
});

test.each(["owner", "admin"] as const)(
  "the account of the %s sends invitations, but never password resets",
  async (role) => {
    const shop = await host.shop();
    await connect(shop[role]);
    expect(await viaOf(shop[role], "invitation")).toBe("imap");
    expect(await viaOf(shop[role], "password")).toBe("smtp");
  },
);

test("a non-manager's account sends no invitations", async () => {
  const { admin, user, owner } = await host.shop();
  await connect(admin);
  await host.call("team.remove", owner, { body: { id: admin.id } });
  expect(await viaOf(owner, "invitation")).toBe("smtp");
  await connect(user);
  expect(await viaOf(owner, "invitation")).toBe("smtp");
});

test("without a host server, an invitation is a link", async () => {
  const { user, owner } = await alone.shop();
  await connect(user, alone);
  const body = { firstName: "Eve", lastName: "Admin", email: "eve@example.com", role: "ADMIN" };
  const answer = await alone.call("team.invite", owner, { body });
  expect(answer).toMatchObject({ status: 200, body: { mailed: false } });
  const before = sink.taken.length;
  await send(await alone.host());
  expect(sink.taken.length).toBe(before);
});

test("the owner learns of account changes by others", async () => {
  const { id, admin, owner, user } = await host.shop();
  const incidents = async (person: Person) =>
    ((await host.call("users.me", person)).body as { incidents: { text: string }[] }).incidents.map(
      ({ text }) => text,
    );
  const database = await host.database();
  const link = { organizationId: id, userId: admin.id };
  expect(await post(await database.system((db) => newOneTimeToken(db, "page", link)))).toBe(303);
  const connected = `Ada ADMIN connected ${admin.email} as your store’s email account: what your store sends leaves through it, and answers arrive there.`;
  expect(await incidents(owner)).toEqual([connected]);
  expect([await incidents(admin), await incidents(user)]).toEqual([[], []]);
  await host.call("integration.disconnect", admin);
  expect(await incidents(owner)).toEqual([
    connected,
    `Ada ADMIN disconnected ${admin.email}, your store’s email account: nothing is sent until another one is connected.`,
  ]);
  await sendAlerts(await host.host());
  const queued = await database.system((db) => db.select().from(mails).where(eq(mails.organizationId, id)));
  expect(queued.map(({ kind, toAddress, subject }) => [kind, toAddress, subject]).sort()).toEqual([
    ["alert", owner.email, "The email account of your store was connected"],
    ["alert", owner.email, "The email account of your store was disconnected"],
  ]);
  expect(
    await post(await database.system((db) => newOneTimeToken(db, "page", { ...link, userId: owner.id }))),
  ).toBe(303);
  expect(await incidents(owner)).toHaveLength(2);
});

test("an account and its report change together", async () => {
  const { id, admin } = await host.shop();
  const database = await host.database();
  const connected = () => database.system((db) => countRows(db, accounts, eq(accounts.organizationId, id)));
  const link = () =>
    database.system((db) => newOneTimeToken(db, "page", { organizationId: id, userId: admin.id }));
  const refuse = (change: string) =>
    database.system((db) => db.execute(sql.raw(`alter table incidents ${change}`)));
  const unheard = "add constraint unheard check (kind <> 'accountChanged') not valid";
  await refuse(unheard);
  expect(await post(await link())).not.toBe(303);
  expect(await connected()).toBe(0);
  await refuse("drop constraint unheard");
  expect(await post(await link())).toBe(303);
  await refuse(unheard);
  expect((await host.call("integration.disconnect", admin)).status).toBeGreaterThanOrEqual(400);
  expect(await connected()).toBe(1);
  await refuse("drop constraint unheard");
});

test("tells each person which endpoints they can't use", async () => {
  const { user, owner } = await host.shop();
  const refused = async (person: Person) =>
    ((await host.call("users.me", person)).body as { refused: string[] }).refused;
  expect(await refused(owner)).toEqual(["backups.get", "backups.make", "backups.verify"]);
  expect(await refused(user)).toEqual(
    expect.arrayContaining(["people.setStoresAccount", "organization.setTimezone"]),
  );
});
