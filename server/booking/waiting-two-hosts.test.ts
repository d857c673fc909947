import { setTimeout as sleep } from "node:timers/promises";
import type { SMTPServerOptions } from "smtp-server";
import { newId } from "#server/platform/db/id.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { appointmentTypes, bookings, offers } from "#server/platform/db/schema-calendar.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { type RunningHost, testHosts } from "#server/testing/hosts.ts";
import { type Sink, startSink } from "#server/testing/sink.ts";
import { week } from "#server/testing/slots.ts";

jest.setTimeout(240_000);

const SLUG = "fitting";
const DAY = "2026-11-04";
const STARTS_AT = `${DAY}T15:00:00.000Z`;
const NOW = Date.parse("2026-11-03T15:00:00.000Z");
const MINUTE = 60_000;

let hosts: Awaited<ReturnType<typeof testHosts>>;
let sink: Sink;

beforeEach(async () => {
  hosts = await testHosts();
  const opened = await hosts.open();
  const organizationId = newId();
  await opened.database.system(async (db) => {
    const store = { id: organizationId, name: "Marlow & Finch", timezone: "America/New_York" };
    await db.insert(organizations).values(store);
    const person = { id: newId(), email: "p@example.com", firstName: "Priya", lastName: "Finch" };
    const availability = week((_, hour) => hour === 10);
    await db
      .insert(users)
      .values({ organizationId, ...person, role: "OWNER", availability, passwordHash: "" });
    const type = { name: "Fitting", defaultMeetingLength: 60, daysInAdvance: 30, slug: SLUG };
    await db.insert(appointmentTypes).values({ organizationId, id: newId(), ...type });
  });
  await opened.close();
});
afterEach(async () => {
  await hosts.remove();
  await sink.close();
});

const startHost = (minutes = 0) =>
  hosts.start({
    ...{ CLOCK: new Date(NOW + minutes * MINUTE).toISOString(), TRUST_PROXY: "1" },
    ...{ SMTP_URL: sink.url, MAIL_FROM: "crm@example.com" },
  });

async function post<T>({ url }: RunningHost, path: string, body: object = {}, address = "10.1.0.1") {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

const who = (name: string) => ({ name, email: `${name.toLowerCase()}@example.com`, timezone: "UTC" });
const book = (host: RunningHost, name: string, address?: string) =>
  post<{ cancelToken: string }>(
    host,
    `/book/${SLUG}`,
    { ...who(name), startsAt: STARTS_AT, phoneNumber: "", note: "", key: newId(), website: "" },
    address,
  );

async function fullDay(host: RunningHost): Promise<() => Promise<unknown>> {
  const { body } = await book(host, "Zoe");
  for (const name of ["Dora", "Eve"]) {
    const days = { from: DAY, to: DAY, timeOfDay: "ANY", personId: null };
    const made = await post(host, `/book/${SLUG}/wish`, { ...days, ...who(name), key: newId(), website: "" });
    expect(made.status).toBe(200);
  }
  return () => post(host, `/booking/${body.cancelToken}/cancel`);
}

async function offeredTo(name: string): Promise<string> {
  for (;;) {
    const found = sink.taken.find(
      ({ to, mail }) => to.startsWith(name.toLowerCase()) && mail.subject?.startsWith("A time opened up"),
    );
    if (found) return /\/book\/waiting\/([\w-]+)/.exec(found.mail.text ?? "")?.[1] ?? "";
    await sleep(20);
  }
}

async function offerOf({ url }: RunningHost, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/waiting/${token}`);
  return ((await answer.json()) as { offer: { id: string } }).offer.id;
}

async function stored() {
  const { database, close } = await hosts.open();
  const found = await database.system(async (db) => ({
    booked: (await db.select().from(bookings)).filter(({ status }) => status === "CONFIRMED"),
    held: (await db.select().from(offers)).filter(({ state }) => state === "OPEN"),
    emails: (await db.select().from(mails)).filter(({ subject }) => subject?.startsWith("A time opened up")),
  }));
  await close();
  return found;
}

// PGlite serves one process at a time.
const COUNT = process.env.TEST_DATABASE_URL ? 2 : 1;
const startAll = () => Promise.all(Array.from({ length: COUNT }, () => startHost()));

test("makes one booking from an offer", async () => {
  sink = await startSink();
  const running = await startAll();
  const at = (i: number) => running[i % COUNT] as RunningHost;
  const cancel = await fullDay(at(0));
  await cancel();
  const token = await offeredTo("Dora");
  const offerId = await offerOf(at(1), token);
  const others = Array.from({ length: 20 }, (_, i) =>
    book(at(i), `Visitor${"abcdefghijklmnopqrst"[i]}`, `10.2.${i}.1`),
  );
  const takes = Array.from({ length: 4 }, (_, i) => post(at(i), `/waiting/${token}/take`, { offerId }));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(20).fill(409));
  expect((await Promise.all(takes)).map(({ status }) => status)).toEqual(Array(4).fill(200));
  for (const host of running) await host.stop();
  const { booked, held, emails } = await stored();
  expect(booked.map(({ name }) => name)).toEqual(["Dora"]);
  expect([held, emails.length]).toEqual([[], 1]);
});

test("books or reserves a cancelled time, never both", async () => {
  sink = await startSink();
  const running = await startAll();
  const at = (i: number) => running[i % COUNT] as RunningHost;
  const cancel = await fullDay(at(0));
  await Promise.all([
    cancel(),
    ...Array.from({ length: 20 }, (_, i) =>
      book(at(i), `Visitor${"abcdefghijklmnopqrst"[i]}`, `10.3.${i}.1`),
    ),
  ]);
  for (const host of running) await host.stop();
  const { booked, held, emails } = await stored();
  expect(booked.length + held.length).toBeLessThanOrEqual(1);
  expect(emails).toHaveLength(held.length);
});

test("offers the time to the next person after a kill", async () => {
  let begun = 0;
  let isStuck = false;
  const options: SMTPServerOptions = {
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo[0]?.address ?? "";
      begun += to.startsWith("dora") && isStuck ? 1 : 0;
      if (isStuck) return void stream.resume();
      sink.keep(stream, to).then(() => done(), done);
    },
  };
  sink = await startSink(options);
  const first = await startHost();
  const cancel = await fullDay(first);
  while (sink.taken.length < 3) await sleep(20);
  isStuck = true;
  await cancel();
  while (begun === 0) await sleep(20);
  await first.kill();
  sink.hangUp();
  isStuck = false;
  sink.taken.length = 0;

  const second = await startHost(10);
  expect((await book(second, "Late", "10.4.0.1")).status).toBe(409);
  expect(await second.stop()).toBe(0);
  expect((await stored()).emails.map(({ state }) => state)).toEqual(["unknown"]);
  const third = await startHost(31);
  await offeredTo("Eve");
  expect(await third.stop()).toBe(0);
  const emails = sink.taken.filter(({ mail }) => mail.subject?.startsWith("A time opened up"));
  expect(emails.map(({ to }) => to)).toEqual(["eve@example.com"]);
});
