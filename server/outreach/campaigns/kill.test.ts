import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { type Answer, type Name, row } from "#lib/contract/contract.ts";
import { urlOf } from "#lib/contract/path.ts";
import { recordAttempt } from "#server/platform/auth/attempts.ts";
import { hashPassword } from "#server/platform/auth/password.ts";
import { newId } from "#server/platform/db/id.ts";
import { contacts, organizations, users } from "#server/platform/db/schema.ts";
import { mails, suppressions } from "#server/platform/db/schema-mail.ts";
import { EVERYBODY } from "#server/testing/campaigns.ts";
import { type RunningHost, testHosts } from "#server/testing/hosts.ts";
import { type Sink, startSink } from "#server/testing/sink.ts";

jest.setTimeout(600_000);

const PEOPLE = 1_000;
const WITHOUT = 20;
const HOST_COUNT = process.env.TEST_DATABASE_URL ? 2 : 1;
const KILLS = 4;
const owner = { email: "owner@example.com", password: "Welcome-1" };

let hosts: Awaited<ReturnType<typeof testHosts>>;
let sink: Sink;
let token = "";

beforeEach(async () => {
  hosts = await testHosts();
  sink = await startSink();
});
afterEach(async () => {
  await hosts.remove();
  await sink.close();
});

async function openStore() {
  const organizationId = newId();
  const { database, close } = await hosts.open();
  const passwordHash = await hashPassword(owner.password);
  await database.system(async (db) => {
    await db.insert(organizations).values({ id: organizationId, name: "Marlow & Finch", timezone: "UTC" });
    const person = { id: newId(), email: owner.email, firstName: "Priya", lastName: "Raman" };
    await db.insert(users).values({ organizationId, ...person, role: "OWNER", passwordHash });
    await recordAttempt(db, "new password", person.id);
    const people = Array.from({ length: PEOPLE + WITHOUT }, (_, i) => ({
      ...{ organizationId, id: newId(), firstName: "A", lastName: "B", phoneNumber: "", search: "" },
      email: i < PEOPLE ? `a${i}@example.com` : "",
    }));
    for (let i = 0; i < people.length; i += 1_000)
      await db.insert(contacts).values(people.slice(i, i + 1_000));
    const gone = Array.from({ length: WITHOUT }, (_, i) => `a${i}@example.com`);
    await db
      .insert(suppressions)
      .values(gone.map((address) => ({ organizationId, address, reason: "unsubscribed" as const })));
  });
  await close();
}

/** Clocks are this many leases ahead, so that abandoned email is settled at once. */
const startHost = (leases = 0) =>
  hosts.start({
    SMTP_URL: sink.url,
    MAIL_FROM: "crm@example.com",
    ...(leases > 0 && { CLOCK: new Date(Date.now() + leases * 180_000).toISOString() }),
  });

async function call<T>({ url }: RunningHost, name: Name, body?: object, params = {}): Promise<T> {
  const answer = await fetch(`${url}/api/v1${urlOf(name, { params })}`, {
    method: row(name).method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

test("sends each email once when hosts are killed", async () => {
  await openStore();
  const running = [await startHost()];
  const [first] = running as [RunningHost];
  ({ token } = await call<{ token: string }>(first, "auth.login", owner));
  const template = { name: "Spring", subject: "Spring", content: "Dear {{firstName}}" };
  const { data } = await call<{ data: { id: string } }>(first, "templates.create", template);
  const form = { name: "Spring", templateId: data.id, where: EVERYBODY };
  const params = await call<{ id: string }>(first, "campaigns.create", form);
  while (running.length < HOST_COUNT) running.push(await startHost());
  await call(first, "organization.setBrand", { address: "1 High Street" });
  await call(first, "campaigns.schedule", {}, params);

  for (let kills = 1; kills <= KILLS; kills++) {
    const reached = Math.floor((kills - Math.random()) * (PEOPLE / (KILLS + 1)));
    while (sink.taken.length < reached) await sleep(10);
    const victim = Math.floor(Math.random() * running.length);
    await running[victim]?.kill();
    running[victim] = await startHost(HOST_COUNT === 1 ? kills : 0);
  }
  let last = running[0] as RunningHost;
  if (HOST_COUNT > 1) {
    const most = PEOPLE - WITHOUT - KILLS * 10;
    while (sink.taken.length < most) await sleep(50);
    for (const host of running) await host.stop();
    last = await startHost(KILLS);
  }
  const audience = PEOPLE + WITHOUT;
  for (;;) {
    const campaign = await call<Answer<"campaigns.get">>(last, "campaigns.get", undefined, params);
    expect(campaign.audience).toBe(audience);
    if (campaign.state === "done") break;
    await sleep(200);
  }
  const report = await call<Answer<"campaigns.report">>(last, "campaigns.report", undefined, params);
  const { sent = 0, unknown = 0, skipped = 0, ...others } = report.counts;
  expect(others).toEqual({});
  expect(sent + unknown + skipped).toBe(audience);
  expect(report.skipped).toEqual([
    { reason: "No email address", count: WITHOUT },
    { reason: "Unsubscribed", count: WITHOUT },
  ]);
  const got = sink.taken.map(({ to }) => to);
  expect(new Set(got).size).toBe(got.length);
  expect(unknown).toBeLessThanOrEqual(KILLS * 10);
  expect(got.length).toBeGreaterThanOrEqual(sent);
  expect(got.length).toBeLessThanOrEqual(sent + unknown);
  expect(await last.stop()).toBe(0);

  const { database, close } = await hosts.open();
  const stored = await database.system((db) =>
    db.select({ state: mails.state, to: mails.toAddress }).from(mails).where(eq(mails.campaignId, params.id)),
  );
  await close();
  const having = (...states: string[]) =>
    stored.filter(({ state }) => states.includes(state)).map(({ to }) => to);
  const arrived = new Set(got);
  expect(having("sent").filter((address) => !arrived.has(address))).toEqual([]);
  const may = new Set(having("sent", "unknown"));
  expect(got.filter((address) => !may.has(address))).toEqual([]);
  expect(having("unknown")).toHaveLength(unknown);
});
