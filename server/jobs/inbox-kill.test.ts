import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type Name, row } from "#lib/contract/contract.ts";
import { urlOf } from "#lib/contract/path.ts";
import { hashPassword } from "#server/platform/auth/password.ts";
import { newId } from "#server/platform/db/id.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import { type RunningHost, testHosts } from "#server/testing/hosts.ts";
import { type Sink, startSink } from "#server/testing/sink.ts";

jest.setTimeout(120_000);

const NINE = Date.parse("2026-07-01T13:00:00Z");
const MINUTE = 60_000;
const login = { email: "owner@example.com", password: "Welcome-1" };

let hosts: Awaited<ReturnType<typeof testHosts>>;
let sink: Sink;
let token = "";

afterEach(async () => {
  await hosts.remove();
  await sink.close();
});

async function call<N extends Name>({ url }: RunningHost, name: N, input: object = {}): Promise<Answer<N>> {
  const { body } = input as { body?: object };
  const answer = await fetch(`${url}/api/v1${urlOf(name, input as never)}`, {
    method: row(name).method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([name, answer.status]).toEqual([name, 200]);
  return (await answer.json()) as Answer<N>;
}

async function open(host: RunningHost) {
  ({ token } = (await call(host, "auth.login", { body: login })) as { token: string });
  const { url } = await call(host, "integration.link");
  const form = { provider: "direct", address: "priya@example.net", password: "x", caldavUrl: "" };
  const body = new URLSearchParams({ ...form, smtpHost: "localhost", smtpPort: String(sink.port) });
  const page = `${host.url}${new URL(url ?? "").pathname}`;
  expect((await fetch(page, { method: "POST", body, redirect: "manual" })).status).toBe(303);
}

async function makeHosts() {
  hosts = await testHosts({ ALLOW_PRIVATE_HOSTS: "1" });
  const { database, close } = await hosts.open();
  const passwordHash = await hashPassword(login.password);
  await database.system(async (db) => {
    const organizationId = newId();
    await db.insert(organizations).values({ id: organizationId, name: "Marlow & Finch", timezone: "UTC" });
    const person = { id: newId(), email: login.email, firstName: "Priya", lastName: "Raman" };
    await db.insert(users).values({ organizationId, ...person, role: "OWNER", passwordHash });
  });
  await close();
}

const startHost = (at: number) => hosts.start({ CLOCK: new Date(NINE + at).toISOString() });

async function write(host: RunningHost, subjects: string[]): Promise<string[]> {
  const contact = { firstName: "Zoe", lastName: "Frost", email: "zoe@example.com", phoneNumber: "" };
  const made = await call(host, "contacts.create", { body: contact });
  const ids: string[] = [];
  for (const subject of subjects) {
    const written = { params: { id: made?.id }, body: { subject, text: "Hello" } };
    ids.push((await call(host, "letters.write", written)).id);
  }
  return ids;
}

async function settled(host: RunningHost, ids: string[]) {
  for (;;) {
    const states = await Promise.all(
      ids.map(async (id) => (await call(host, "letters.get", { params: { id } })).state),
    );
    if (!states.some((state) => state === "queued" || state === "sending")) return states.sort();
    await sleep(100);
  }
}

test("never resends an email whose host was killed while sending", async () => {
  await makeHosts();
  let contents = 0;
  sink = await startSink({
    onAuth: (_auth, _session, done) => done(null, { user: "priya" }),
    onData: (stream, { envelope }, done) => {
      const isFirst = ++contents === 1;
      sink.keep(stream, envelope.rcptTo[0]?.address ?? "").then(() => isFirst || done(), done);
    },
  });
  const first = await startHost(0);
  await open(first);
  const ids = await write(first, ["One", "Two", "Three"]);
  while (sink.taken.length === 0) await sleep(20);
  await first.kill();
  sink.hangUp();

  const second = await startHost(5 * MINUTE);
  expect(await settled(second, ids)).toEqual(["sent", "sent", "unknown"]);
  expect(sink.taken.map(({ mail }) => mail.subject).sort()).toEqual(["One", "Three", "Two"]);
  expect(new Set(sink.taken.map(({ mail }) => mail.messageId)).size).toBe(3);
  expect(await second.stop()).toBe(0);
});

test("sends an email whose host was killed before the greeting", async () => {
  await makeHosts();
  let isShut = false;
  let atDoor = 0;
  sink = await startSink({
    onAuth: (_auth, _session, done) => done(null, { user: "priya" }),
    onConnect: (_, done) => {
      if (isShut) atDoor += 1;
      else done();
    },
  });
  const first = await startHost(0);
  await open(first);
  isShut = true;
  const ids = await write(first, ["One"]);
  while (atDoor === 0) await sleep(20);
  await first.kill();
  sink.hangUp();
  isShut = false;
  const second = await startHost(5 * MINUTE);
  expect(await settled(second, ids)).toEqual(["sent"]);
  expect(sink.taken.map(({ mail }) => mail.subject)).toEqual(["One"]);
  expect(await second.stop()).toBe(0);
});
