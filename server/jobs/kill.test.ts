/** @jest-environment node */
import { setTimeout as sleep } from "node:timers/promises";
import type { SMTPServerOptions } from "smtp-server";
import { startSession } from "../auth/session.ts";
import { newId } from "../db/id.ts";
import { organizations, users } from "../db/schema.ts";
import { mailStore } from "../mail/testing-store.ts";
import { type Sink, startSink } from "../providers/testing-sink.ts";
import { type RunningHost, testHosts } from "./testing-hosts.ts";

// Real hosts, a real mail server, real kills; other suites share the machine.
jest.setTimeout(240_000);

/** 9:00 in New York. */
const NINE = Date.parse("2026-07-01T13:00:00Z");
const MINUTE = 60_000;
const BIRTHDAYS = 25;

let hosts: Awaited<ReturnType<typeof testHosts>>;
let sink: Sink;
let token = "";
let organizationId = "";

beforeEach(async () => {
  hosts = await testHosts();
  await prepare();
});
afterEach(async () => {
  await hosts.remove();
  await sink.close();
});

/** A store whose rule sends a mail to everyone whose birthday it is, daily at 9:00. */
async function prepare() {
  organizationId = newId();
  const opened = await hosts.open();
  await opened.database.system(async (db) => {
    const columns = { id: organizationId, name: "Marlow & Finch", timezone: "America/New_York" };
    await db.insert(organizations).values(columns);
    const user = { organizationId, id: newId() };
    const email = "owner@example.com";
    await db.insert(users).values({ ...user, email, firstName: "Priya", lastName: "Raman", role: "OWNER" });
    token = await startSession(db, user);
  });
  const clock = () => new Date(NINE);
  const store = mailStore({ database: opened.database, clock }, organizationId);
  await store.automation({
    conditions: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS" }],
    activatedAt: new Date(NINE - MINUTE),
  });
  for (let i = 0; i < BIRTHDAYS; i++) {
    await store.contact(`a${i}@example.com`, "Amara", { birthday: "1980-07-01" });
  }
  await store.contact("tomorrow@example.com", "Amara", { birthday: "1980-07-02" });
  await opened.close();
}

async function startSinkWith(options: SMTPServerOptions = {}) {
  sink = await startSink(options);
}

/** A host whose clock begins at `at`, milliseconds from 9:00. */
function startHost(at: number): Promise<RunningHost> {
  const CLOCK = new Date(NINE + at).toISOString();
  return hosts.start({ CLOCK, SMTP_URL: sink.url, MAIL_FROM: "crm@example.com" });
}

type Listed = { toAddress: string; state: string };

async function mailsOf({ url }: RunningHost): Promise<Listed[]> {
  const headers = { authorization: `Bearer ${token}` };
  return (await (await fetch(`${url}/api/v1/mails?limit=100`, { headers })).json()) as Listed[];
}

/** Waits until nothing is about to be sent. */
async function settled(host: RunningHost): Promise<Listed[]> {
  for (;;) {
    const mails = await mailsOf(host);
    if (mails.length > 0 && !mails.some(({ state }) => /^(queued|sending)$/.test(state))) return mails;
    await sleep(100);
  }
}

async function until(isTrue: () => boolean) {
  while (!isTrue()) await sleep(10);
}

/** Everyone has one mail, nobody got two, and what nobody can tell is said to be unknown. */
function expectOnce(mails: Listed[], lost: number) {
  const addresses = Array.from({ length: BIRTHDAYS }, (_, i) => `a${i}@example.com`).sort();
  expect(mails.map(({ toAddress }) => toAddress).sort()).toEqual(addresses);
  const got = sink.taken.map(({ to }) => to);
  expect(new Set(got).size).toBe(got.length);
  const of = (state: string) => mails.filter((mail) => mail.state === state);
  expect(of("sent").length + of("unknown").length).toBe(BIRTHDAYS);
  expect(of("unknown").length).toBeGreaterThan(0);
  expect(of("unknown").length).toBeLessThanOrEqual(lost);
  for (const { toAddress } of of("sent")) expect(got).toContain(toAddress);
}

test("a host killed between claim and send, and again in the middle of a mail", async () => {
  let connections = 0;
  let contents = 0;
  await startSinkWith({
    // The first host gets no further than to the door.
    onConnect: (_, done) => {
      connections += 1;
      if (connections > 10) done();
    },
    onData: (stream, { envelope }, done) => {
      contents += 1;
      const to = envelope.rcptTo[0]?.address ?? "";
      // Of the second one's mails the fifth is never confirmed.
      if (contents === 5) return void stream.resume();
      sink.keep(stream, to).then(() => done(), done);
    },
  });
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
  // Each of the two held ten at the most.
  expectOnce(await settled(third), 20);
  expect(sink.taken.length).toBeGreaterThanOrEqual(BIRTHDAYS - 20);
  expect(await third.stop()).toBe(0);
});

test("a host that is asked to end finishes the mails that it has begun", async () => {
  let contents = 0;
  await startSinkWith({
    onData: (stream, { envelope }, done) => {
      contents += 1;
      const to = envelope.rcptTo[0]?.address ?? "";
      sink.keep(stream, to).then(() => setTimeout(done, 500), done);
    },
  });
  const host = await startHost(0);
  await until(() => contents > 0);
  expect(await host.stop()).toBe(0);
  const begun = sink.taken.length;
  expect(begun).toBeLessThan(BIRTHDAYS);
  const opened = await hosts.open();
  const mails = await mailStore(
    { database: opened.database, clock: () => new Date() },
    organizationId,
  ).mails();
  await opened.close();
  expect(mails.filter(({ state }) => state === "sent")).toHaveLength(begun);
  expect(mails.filter(({ state }) => state === "queued")).toHaveLength(BIRTHDAYS - begun);
});

if (process.env.TEST_DATABASE_URL) {
  test("two hosts on one Postgres, one of them killed in the middle: one mail for each contact", async () => {
    await startSinkWith({
      onData: (stream, { envelope }, done) => {
        const to = envelope.rcptTo[0]?.address ?? "";
        sink.keep(stream, to).then(() => setTimeout(done, 100), done);
      },
    });
    const [first, second] = await Promise.all([startHost(-3_000), startHost(-3_000)]);
    await until(() => sink.taken.length >= 3);
    await first.kill();
    await sleep(1_000);
    const after = await startHost(10 * MINUTE);
    expectOnce(await settled(after), 10);
    expect(await Promise.all([second.stop(), after.stop()])).toEqual([0, 0]);
  });
}
