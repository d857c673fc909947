import type { BeforeLeaving } from "#server/connections/providers/provider.ts";
import { mailTests } from "#server/testing/mail.ts";
import { LEASE_MS } from "./claim.ts";

const tests = mailTests();
const { clock, mailShop, notice, sender, sendAll, withSink } = tests;

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function stuckHost(send: (beforeLeaving: BeforeLeaving) => Promise<void>) {
  const { id, store } = await mailShop();
  const mail = await notice(id);
  const sending = sender(await tests.host(), async () => ({
    via: "smtp",
    from: "crm@example.com",
    account: null,
    send: async (_, beforeLeaving = async () => {}) => send(beforeLeaving),
  }));
  await sending.run();
  ends.push(sending.finish);
  return { sending, read: () => store.mail(mail) };
}

const untilEnd = () =>
  new Promise<void>((resolve) => {
    ends.unshift(async () => resolve());
  });
const tick = () => new Promise((done) => setTimeout(done, 5));

test("resends an email whose host stopped before leaving", async () => {
  const { read } = await stuckHost(untilEnd);
  while ((await read()).state !== "sending") await tick();
  const { host, sink } = await withSink();
  await sendAll(host);
  expect(await read()).toMatchObject({ state: "sending" });
  clock.now += LEASE_MS + 1;
  await sendAll(host);
  expect(await read()).toMatchObject({ state: "sent", attempts: 1, reason: null });
  expect(sink.taken).toHaveLength(1);
  expect(tests.events).toContainEqual({ event: "mails lost", queued: 1, unknown: 0 });
});

test("an email whose host stopped during leaving is unknown", async () => {
  const { read } = await stuckHost(async (beforeLeaving) => {
    clock.now += 3_000;
    await beforeLeaving();
    await untilEnd();
  });
  while ((await read()).state !== "sending" || (await read()).hasNotLeft) await tick();
  const leftAt = new Date(clock.now);
  clock.now += LEASE_MS + 1;
  const { host, sink } = await withSink();
  await sendAll(host);
  expect(await read()).toMatchObject({ state: "unknown", sentAt: leftAt });
  expect(sink.taken).toEqual([]);
});

test("a host that outlived its lease doesn't send twice", async () => {
  let goOn = () => {};
  const left: string[] = [];
  const { sending, read } = await stuckHost(async (beforeLeaving) => {
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await beforeLeaving();
    left.push("twice");
  });
  while ((await read()).state !== "sending") await tick();
  clock.now += LEASE_MS + 1;
  const { host, sink } = await withSink();
  await sendAll(host);
  goOn();
  await sending.finish();
  expect([left, sink.taken.length]).toEqual([[], 1]);
  expect(await read()).toMatchObject({ state: "sent" });
});

test("retries an email not marked as leaving", async () => {
  const { id, store } = await mailShop();
  const mail = await notice(id);
  const { host, sink } = await withSink();
  let writes = 0;
  const tenant: typeof host.database.tenant = (...change) =>
    ++writes === 2 ? Promise.reject(new Error("the connection is lost")) : host.database.tenant(...change);
  await sendAll({ ...host, database: { ...host.database, tenant } });
  expect(sink.taken).toEqual([]);
  expect(await store.mail(mail)).toMatchObject({ state: "queued", attempts: 1 });
  clock.now += 60_000;
  await sendAll(host);
  expect(await store.mail(mail)).toMatchObject({ state: "sent" });
});
