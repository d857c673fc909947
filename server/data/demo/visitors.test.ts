import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNull } from "drizzle-orm";
import { commands } from "#server/cli/commands.ts";
import { createMailSender } from "#server/connections/mail/sender.ts";
import { addressesOf } from "#server/connections/providers/guard.ts";
import { guardedFetch } from "#server/connections/providers/guarded-fetch.ts";
import { realLookups } from "#server/connections/providers/mail-services.ts";
import { sendPushes } from "#server/connections/push/push.ts";
import { jobsOf } from "#server/jobs/jobs.ts";
import { newId } from "#server/platform/db/id.ts";
import { countRows } from "#server/platform/db/record.ts";
import { contacts, organizations } from "#server/platform/db/schema.ts";
import { pushDevices, sessions } from "#server/platform/db/schema-auth.ts";
import { accounts, mails } from "#server/platform/db/schema-mail.ts";
import { CLOSED, readSettings } from "#server/platform/settings.ts";
import { type Person, testHost, WEB_URL } from "#server/testing/host.ts";
import { type RunningHost, testHosts } from "#server/testing/hosts.ts";
import { prepareDemos } from "./visitors.ts";

let now = new Date("2026-11-28T15:10:00Z");
const smtp = { host: "127.0.0.1", port: 1, secure: false, from: "host@example.com" };
const host = testHost({ isDemo: true, providers: CLOSED, smtp, clock: () => now });
const plain = testHost();

type Visitor = Person & { device: string };
let address = 0;

async function visit(device?: string): Promise<Visitor> {
  const { status, body } = await press(device);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Visitor;
}

const press = (device?: string) =>
  host.send("POST", "/authentication/demo", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ device }),
    address: `203.0.113.${++address % 250}`,
  });

const eraser = async () => {
  const found = jobsOf(await host.host()).find(({ name }) => name === "erase demo stores");
  if (!found?.dueIn) throw new Error("there must be a job that erases");
  return { run: found.run, dueIn: found.dueIn };
};

const stores = async () => {
  const database = await host.database();
  return database.system((db) => countRows(db, organizations, eq(organizations.isDemo, true)));
};

beforeEach(async () => {
  const database = await host.database();
  await database.system((db) => db.execute("truncate organizations, attempts cascade"));
  now = new Date("2026-11-28T15:10:00Z");
});

test("gives each browser one store of its own", async () => {
  expect((await host.call("auth.demo", null)).body).toEqual({ isOffered: true });
  const [one, other] = [await visit(), await visit()];
  expect(one.organizationId).not.toBe(other.organizationId);
  const again = await visit(one.device);
  expect(again.organizationId).toBe(one.organizationId);
  expect((await visit("not-a-known-device")).organizationId).not.toBe(one.organizationId);

  const me = (await host.call("users.me", one)).body;
  expect(me).toMatchObject({ role: "OWNER", isDemo: true, emails: "demo" });
  expect(me).toMatchObject({ demoUntil: "2026-11-28T16:10:00.000Z" });
  const query = { page: 1, limit: 2 };
  const [mine] = (await host.call("contacts.list", one, { query })).body as { id: string }[];
  const params = { id: mine?.id };
  expect((await host.call("contacts.get", one, { params })).status).toBe(200);
  expect((await host.call("contacts.get", other, { params })).status).toBe(404);
  expect((await host.call("contacts.delete", other, { params })).status).toBe(404);
  const rules = (await host.call("automations.list", one)).body as { name: string; isActive: boolean }[];
  expect(
    rules
      .filter(({ isActive }) => isActive)
      .map((rule) => rule.name)
      .toSorted(),
  ).toEqual(["Anniversary calls", "Anniversary reminder", "Birthday greeting", "Thank you"]);
  const login = { email: one.email, password: "Welcome-1" };
  expect((await host.call("auth.login", null, { body: login })).status).toBe(401);
});

test("exists only with DEMO=1", async () => {
  const shop = await plain.shop();
  expect((await plain.call("auth.tryDemo", null, { body: {} })).status).toBe(404);
  expect((await plain.call("auth.demo", null)).body).toEqual({});
  expect((await plain.call("users.me", shop.owner)).body).toMatchObject({ demoUntil: null });
  const settings = readSettings({
    ...process.env,
    SMTP_URL: "smtp://a.example",
    MAIL_FROM: "a@example.com",
    DEMO: "1",
  });
  expect(settings).toMatchObject({ isDemo: true, smtp: null, providers: CLOSED });
});

test("erases a store after an hour despite a kill", async () => {
  const early = await visit();
  const marks = { steps: { mail: "done" }, isOver: true, isHidden: true };
  expect((await host.call("setup.mark", early, { body: marks })).status).toBe(200);
  now = new Date(now.getTime() + 1_000);
  const late = await visit();
  const { run, dueIn } = await eraser();
  expect(await dueIn()).toBe(3_599_000);
  now = new Date("2026-11-28T16:10:00Z");
  expect(await dueIn()).toBe(0);
  await Promise.all([run(), (await eraser()).run()]);
  expect(await stores()).toBe(1);
  expect((await host.call("users.me", early)).status).toBe(401);
  expect((await host.call("users.me", late)).status).toBe(200);
  expect((await visit(early.device)).organizationId).not.toBe(early.organizationId);
  const database = await host.database();
  const left = await database.system((db) =>
    countRows(db, sessions, eq(sessions.organizationId, early.organizationId)),
  );
  expect(left).toBe(0);
});

test("a killed host erases stores at its next start", async () => {
  const hosts = await testHosts({ DEMO: "1", TRUST_PROXY: "" });
  const startAt = (time: string) => hosts.start({ CLOCK: `2026-11-28T${time}Z` });
  const ask = ({ url }: RunningHost, path: string, init: RequestInit = {}) =>
    fetch(`${url}/api/v1${path}`, init);
  try {
    const first = await startAt("15:10:00");
    const headers = { "content-type": "application/json" };
    const pressed = await fetch(`${first.url}/api/v1/authentication/demo`, {
      method: "POST",
      headers,
      body: "{}",
    });
    const { token } = (await pressed.json()) as Visitor;
    const me = { headers: { authorization: `Bearer ${token}` } };
    expect((await ask(first, "/users/me", me)).status).toBe(200);
    await first.kill();
    const second = await startAt("15:40:00");
    expect((await ask(second, "/users/me", me)).status).toBe(200);
    await second.kill();
    const third = await startAt("16:40:00");
    while ((await ask(third, "/users/me", me)).status === 200) await sleep(50);
    expect((await ask(third, "/users/me", me)).status).toBe(401);
    expect(await third.stop()).toBe(0);
  } finally {
    await hosts.remove();
  }
}, 120_000);

test("refuses a crowd beyond the limit of stores", async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => press()));
  const opened = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  expect(opened.length).toBeGreaterThan(0);
  expect(opened.length + refused.length).toBe(30);
  expect(new Set(opened.map(({ body }) => (body as Visitor).organizationId)).size).toBe(opened.length);
  expect(await stores()).toBe(opened.length);
  expect(refused[0]?.body).toMatchObject({ message: expect.stringContaining("The demo is full right now") });

  const database = await host.database();
  const setup = { steps: {}, isOver: true, erasedAt: "2026-11-28T16:10:00.000Z" };
  const left = Array.from({ length: 50 - opened.length }, () => ({
    ...{ id: newId(), name: "Taken", timezone: "UTC", isDemo: true, setup },
  }));
  await database.system((db) => db.insert(organizations).values(left));
  expect((await press()).status).toBe(429);
  expect(await stores()).toBe(50);

  const replay = () => host.call("auth.tryDemo", null, { body: {} });
  const repeated = [];
  for (let turn = 0; turn < 11; turn++) repeated.push((await replay()).body);
  expect(repeated.at(-1)).toMatchObject({ message: expect.stringContaining("Too many attempts") });
});

test("lets eight visitors wait", async () => {
  const fresh = "./visitors.ts?crowd";
  const { openDemo } = (await import(fresh)) as typeof import("./visitors.ts");
  const asked = await host.host();
  let finish = () => {};
  const refusals = new Promise<void>((resolve) => (finish = resolve));
  let refused = 0;
  const visits = Array.from({ length: 20 }, () =>
    openDemo(asked, null, async (_, owner) => {
      await refusals;
      return owner;
    }).catch((error) => {
      expect(error).toMatchObject({ status: 429 });
      if (++refused === 12) finish();
      return null;
    }),
  );
  const opened = (await Promise.all(visits)).filter((owner) => owner !== null);
  expect([opened.length, refused, await stores()]).toEqual([8, 12, 8]);
});

test("sends nothing to other machines", async () => {
  const visitor = await visit();
  const database = await host.database();
  let contacted = 0;
  const server = createServer(() => contacted++).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address() as { port: number };
  const url = `http://127.0.0.1:${port}`;
  for (const name of ["integration.link", "integration.change", "backups.make"] as const)
    expect((await host.call(name, visitor)).status).toBe(403);
  const device = { endpoint: url, p256dh: "x", auth: "y" };
  expect((await host.call("push.start", visitor, { body: device })).status).toBe(403);
  const guest = { firstName: "Eve", lastName: "Low", email: "eve@example.com", role: "USER" };
  expect((await host.call("team.invite", visitor, { body: guest })).status).toBe(200);
  expect((await host.call("auth.forgotPassword", null, { body: { email: visitor.email } })).status).toBe(200);

  const { organizationId } = visitor;
  await database.tenant(organizationId, async (db) => {
    const secrets = "unreadable";
    await db
      .update(accounts)
      .set({ provider: "imap", secrets, address: "priya@example.net" })
      .where(eq(accounts.isStores, true));
    const values = { organizationId, toAddress: "zoe@example.com", toName: "Zoë", subject: "Hi", text: "Hi" };
    const kinds = ["automation", "campaign", "test", "booking", "reminder", "notice", "alert", "security"];
    for (const kind of kinds as "test"[])
      await db.insert(mails).values({ ...values, id: newId(), kind, dueAt: now });
  });
  await database.system(async (db) => {
    const [session] = await db.select().from(sessions).limit(1);
    await db.insert(pushDevices).values({
      ...{ organizationId, id: newId(), userId: session?.userId ?? "", sessionId: session?.id ?? "" },
      ...{ endpoint: url, p256dh: "x", auth: "y", dueAt: now },
      waiting: [{ at: now.toISOString(), title: "Hi", body: "", tag: "t", url: "/" }] as never,
    });
  });
  const asked = await host.host();
  const jobs = jobsOf(asked).filter(({ name }) => name === "mail resets");
  for (const { run } of jobs) await run();
  const sender = createMailSender(asked);
  for (let round = 0; round < 3; round++) {
    await sender.run();
    await sender.finish();
  }
  await sendPushes(asked);
  const left = await database.read(organizationId, (db) =>
    db
      .select({ kind: mails.kind, state: mails.state, reason: mails.reason })
      .from(mails)
      .where(and(isNull(mails.automationId), isNull(mails.campaignId))),
  );
  expect(left.length).toBeGreaterThanOrEqual(9);
  expect(left.filter(({ state }) => !["kept", "skipped"].includes(state))).toEqual([]);
  expect(new Set(left.filter(({ state }) => state === "kept").map(({ reason }) => reason))).toEqual(
    new Set(["The demo doesn’t send email."]),
  );
  await expect(addressesOf("127.0.0.1", CLOSED)).rejects.toThrow("isn’t possible");
  await expect(guardedFetch(CLOSED, 1_000)(url)).rejects.toThrow("isn’t possible");
  await expect(realLookups(CLOSED).mx("example.com")).rejects.toThrow("isn’t possible");
  server.close();
  expect(contacted).toBe(0);
});

test("limits what a visitor can save", async () => {
  const [visitor, other] = [await visit(), await visit()];
  const name = { lastName: "Frost", email: "zoe@example.com", phoneNumber: "" };
  const write = (person: Person, padding = 0) =>
    host.send("POST", "/contacts/createContact", {
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${person.token}`,
        "content-length": String(padding || 100),
      },
      body: JSON.stringify({ ...name, firstName: "Zoe" }),
    });
  const statuses = [];
  for (let turn = 0; turn < 7; turn++) statuses.push((await write(visitor, 900_000)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 422, 422]);
  expect((await write(other)).status).toBe(200);
  const chunked = { authorization: `Bearer ${other.token}`, "transfer-encoding": "chunked" };
  for (let turn = 0; turn < 4; turn++) await host.send("POST", "/organization/setup", { headers: chunked });
  expect((await write(other, 999_000)).status).toBe(422);
  expect((await host.call("contacts.list", visitor, { query: { page: 1, limit: 1 } })).status).toBe(200);
});

test("never starts beside a real store", async () => {
  const database = await host.database();
  await expect(prepareDemos(database, { isDemo: true })).resolves.toBeUndefined();
  const shop = await host.shop();
  await expect(prepareDemos(database, { isDemo: true })).rejects.toThrow("needs a database of its own");
  await visit();
  await database.system((db) =>
    db
      .update(organizations)
      .set({ setup: { steps: {}, isOver: true, erasedAt: "2026-01-01T00:00:00.000Z" } })
      .where(eq(organizations.id, shop.id)),
  );
  await (await eraser()).run();
  await prepareDemos(database, { isDemo: false });
  expect(await stores()).toBe(0);
  const real = and(eq(organizations.id, shop.id), eq(organizations.isDemo, false));
  expect(await database.system((db) => countRows(db, organizations, real))).toBe(1);
  expect(await database.system((db) => countRows(db, contacts))).toBe(0);

  const on = { database, webUrl: WEB_URL, isPublic: true, isDemo: true, dataDir: "" };
  const store = { name: "Gems", timezone: "UTC", email: "gem@example.com", firstName: "A", lastName: "B" };
  await expect(commands.org(on, store)).rejects.toThrow("every store is erased after an hour");
  expect(await commands.firstOwner(on)).toBe("");
});
