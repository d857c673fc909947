import { setTimeout as sleep } from "node:timers/promises";
import type { SMTPServerOptions } from "smtp-server";
import { type Name, row } from "#lib/contract/contract.ts";
import { urlOf } from "#lib/contract/path.ts";
import { recordAttempt } from "#server/platform/auth/attempts.ts";
import { hashPassword } from "#server/platform/auth/password.ts";
import { newId } from "#server/platform/db/id.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { type RunningHost, testHosts } from "#server/testing/hosts.ts";
import { mailStore } from "#server/testing/mail-store.ts";
import { type Sink, startSink } from "#server/testing/sink.ts";

jest.setTimeout(240_000);

const NINE = Date.parse("2026-07-01T13:00:00Z");
const MINUTE = 60_000;
const BIRTHDAYS = 25;

let hosts: Awaited<ReturnType<typeof testHosts>>;
let sink: Sink;
let token = "";
let organizationId = "";

beforeEach(async () => {
  hosts = await testHosts();
  await openStore();
});
afterEach(async () => {
  await hosts.remove();
  await sink.close();
});

const owner = { email: "owner@example.com", password: "Welcome-1" };

async function openStore() {
  organizationId = newId();
  const opened = await hosts.open();
  const passwordHash = await hashPassword(owner.password);
  await opened.database.system(async (db) => {
    const columns = { id: organizationId, name: "Marlow & Finch", timezone: "America/New_York" };
    await db.insert(organizations).values(columns);
    const person = { id: newId(), email: owner.email, firstName: "Priya", lastName: "Raman" };
    await db.insert(users).values({ organizationId, ...person, role: "OWNER", passwordHash });
    await recordAttempt(db, "new password", person.id);
  });
  const clock = () => new Date(NINE);
  const store = mailStore({ database: opened.database, clock }, organizationId);
  for (let i = 0; i < BIRTHDAYS; i++) {
    await store.contact(`a${i}@example.com`, "Amara", { birthday: "1980-07-01" });
  }
  await store.contact("tomorrow@example.com", "Amara", { birthday: "1980-07-02" });
  await opened.close();
}

async function call<T>({ url }: RunningHost, name: Name, body?: object, query = {}): Promise<T> {
  const answer = await fetch(`${url}/api/v1${urlOf(name, { query })}`, {
    method: row(name).method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

async function makeRule(host: RunningHost) {
  ({ token } = await call<{ token: string }>(host, "auth.login", owner));
  const template = { name: "Birthday", subject: "Happy birthday, {{firstName}}", content: "All the best!" };
  const { data } = await call<{ data: { id: string } }>(host, "templates.create", template);
  await call(host, "automations.create", {
    name: "Birthday",
    trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
    condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS" }],
    action: { type: "SEND_EMAIL", templateId: data.id },
  });
}

async function ruleOf859() {
  const host = await startHost(-MINUTE);
  await makeRule(host);
  expect(await host.stop()).toBe(0);
}

async function startSinkWith(options: SMTPServerOptions = {}) {
  sink = await startSink(options);
}

function startHost(at: number): Promise<RunningHost> {
  const CLOCK = new Date(NINE + at).toISOString();
  return hosts.start({ CLOCK, SMTP_URL: sink.url, MAIL_FROM: "crm@example.com" });
}

type Listed = { toAddress: string; subject: string; state: string; sentAt: string };

function mailsOf(host: RunningHost): Promise<Listed[]> {
  return call(host, "mails.list", undefined, { limit: 100 });
}

async function stored() {
  const { database, close } = await hosts.open();
  const mails = await mailStore({ database, clock: () => new Date() }, organizationId).mails();
  await close();
  return mails;
}

async function mailsThat(host: RunningHost, areWanted: (mails: Listed[]) => boolean): Promise<Listed[]> {
  for (;;) {
    const mails = await mailsOf(host);
    if (areWanted(mails)) return mails;
    await sleep(100);
  }
}

function settled(host: RunningHost): Promise<Listed[]> {
  return mailsThat(
    host,
    (mails) => mails.length > 0 && !mails.some(({ state }) => /^(queued|sending)$/.test(state)),
  );
}

async function until(isTrue: () => boolean) {
  while (!isTrue()) await sleep(10);
}

const addresses = Array.from({ length: BIRTHDAYS }, (_, i) => `a${i}@example.com`).sort();

function inState(mails: Pick<Listed, "toAddress" | "state">[], state: string): string[] {
  return mails
    .filter((mail) => mail.state === state)
    .map(({ toAddress }) => toAddress)
    .sort();
}

function expectOnce(mails: Listed[], lost: number) {
  expect(mails.map(({ toAddress }) => toAddress).sort()).toEqual(addresses);
  const got = sink.taken.map(({ to }) => to);
  expect(new Set(got).size).toBe(got.length);
  const [sent, unknown] = [inState(mails, "sent"), inState(mails, "unknown")];
  expect([...sent, ...unknown].sort()).toEqual(addresses);
  expect(unknown.length).toBeGreaterThan(0);
  expect(unknown.length).toBeLessThanOrEqual(lost);
  expect(got).toEqual(expect.arrayContaining(sent));
}

test("sends one email per birthday at 9:00", async () => {
  await startSinkWith();
  const before = await startHost(-MINUTE);
  await makeRule(before);
  const [rule] = await call<Record<string, unknown>[]>(before, "automations.list");
  expect(rule).toMatchObject({ lastRunAt: null, nextRunAt: new Date(NINE).toISOString() });
  expect(await mailsOf(before)).toEqual([]);
  await before.stop();

  const host = await startHost(-4_000);
  const mails = await settled(host);
  expect(mails.map(({ toAddress }) => toAddress).sort()).toEqual(addresses);
  for (const mail of mails) {
    expect(mail).toMatchObject({ state: "sent", subject: "Happy birthday, Amara" });
    expect(Date.parse(mail.sentAt)).toBeGreaterThanOrEqual(NINE);
  }
  expect(sink.taken.map(({ to }) => to).sort()).toEqual(addresses);
  for (const { mail } of sink.taken) expect(mail.subject).toBe("Happy birthday, Amara");
  expect(await host.stop()).toBe(0);
});

test("survives kills between claiming and sending, and during sending", async () => {
  let connections = 0;
  let contents = 0;
  await startSinkWith({
    onConnect: (_, done) => {
      connections += 1;
      if (connections > 10) done();
    },
    onData: (stream, { envelope }, done) => {
      contents += 1;
      const to = envelope.rcptTo[0]?.address ?? "";
      if (contents === 5) return void stream.resume();
      sink.keep(stream, to).then(() => done(), done);
    },
  });
  await ruleOf859();
  const first = await startHost(-2_000);
  await until(() => connections > 0);
  await first.kill();
  sink.hangUp();
  expect(sink.taken).toEqual([]);

  connections = 10;
  const second = await startHost(10 * MINUTE);
  await until(() => contents >= 5);
  await second.kill();
  sink.hangUp();

  const third = await startHost(20 * MINUTE);
  expectOnce(await settled(third), 10);
  expect(sink.taken.length).toBeGreaterThanOrEqual(BIRTHDAYS - 10);
  expect(await third.stop()).toBe(0);
});

test("a stopping host finishes the emails it has started", async () => {
  let contents = 0;
  await startSinkWith({
    onData: (stream, { envelope }, done) => {
      contents += 1;
      const to = envelope.rcptTo[0]?.address ?? "";
      sink.keep(stream, to).then(() => setTimeout(done, 500), done);
    },
  });
  await ruleOf859();
  const host = await startHost(0);
  await until(() => contents > 0);
  expect(await host.stop()).toBe(0);
  const begun = sink.taken.length;
  expect(begun).toBeLessThan(BIRTHDAYS);
  const mails = await stored();
  expect(inState(mails, "sent")).toHaveLength(begun);
  expect(inState(mails, "queued")).toHaveLength(BIRTHDAYS - begun);
});

if (process.env.TEST_DATABASE_URL) {
  test("two hosts send one email per contact despite kills", async () => {
    let confirm = () => {};
    const confirmed = new Promise<void>((resolve) => {
      confirm = resolve;
    });
    await startSinkWith({
      onData: (stream, { envelope }, done) => {
        const to = envelope.rcptTo[0]?.address ?? "";
        Promise.all([sink.keep(stream, to), confirmed]).then(() => done(), done);
      },
    });
    await ruleOf859();
    const [first, second] = await Promise.all([startHost(-3_000), startHost(-3_000)]);
    await until(() => sink.taken.length > 10);
    await first.kill();
    confirm();
    await mailsThat(second, (mails) => inState(mails, "queued").length === 0);
    expect(await second.stop()).toBe(0);
    const left = inState(await stored(), "sending");
    expect(left.length).toBeGreaterThan(0);
    const after = await startHost(10 * MINUTE);
    const mails = await settled(after);
    expectOnce(mails, 10);
    expect(left).toEqual(expect.arrayContaining(inState(mails, "unknown")));
    expect(await after.stop()).toBe(0);
  });
}

test("creates one task per birthday despite repeated kills", async () => {
  await startSinkWith();
  const before = await startHost(-MINUTE);
  ({ token } = await call<{ token: string }>(before, "auth.login", owner));
  await call(before, "automations.create", {
    name: "Birthday calls",
    trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
    condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS" }],
    action: { type: "CREATE_TASK", task: { what: "Call {{firstName}}", owner: "ANYBODY", days: 0 } },
  });
  expect(await before.stop()).toBe(0);
  for (let n = 0; n < 3; n++) {
    const host = await startHost(n);
    await sleep(Math.random() * 150);
    await host.kill();
  }
  const last = await startHost(MINUTE);
  type Task = { contact: { id: string }; what: string };
  const made = () => call<Task[]>(last, "tasks.list", undefined, { whose: "all", limit: 100 });
  while ((await made()).length < BIRTHDAYS) await sleep(100);
  await call(last, "contacts.list");
  const tasks = await made();
  expect(tasks.map(({ what }) => what)).toEqual(Array.from({ length: BIRTHDAYS }, () => "Call Amara"));
  expect(new Set(tasks.map(({ contact }) => contact.id)).size).toBe(BIRTHDAYS);
  expect(await last.stop()).toBe(0);
});
