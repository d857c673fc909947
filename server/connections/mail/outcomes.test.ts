import { eq, sql } from "drizzle-orm";
import { mails } from "#server/platform/db/schema-mail.ts";
import { MINUTE, mailTests, NINE, zoe } from "#server/testing/mail.ts";
import { refusal } from "#server/testing/sink.ts";
import { DAILY, LEASE_MS } from "./claim.ts";

const tests = mailTests();
const { clock, events, mailbox, mailShop, notice, sendAll, sender, withSink } = tests;

const refuse = (error: Error) => ({
  onRcptTo: (_: object, __: object, done: (e: Error) => void) => done(error),
});

test("retries a temporary refusal four times", async () => {
  const { id, store } = await mailShop();
  const mail = await notice(id);
  const { host } = await withSink(refuse(refusal(451, "4.7.1 Greylisted")));
  const waits = [];
  for (let i = 0; i < 5; i++) {
    await sendAll(host);
    const { state, dueAt, reason } = await store.mail(mail);
    expect(reason).toContain("451 4.7.1 Greylisted");
    waits.push(state === "queued" ? (dueAt.getTime() - clock.now) / MINUTE : state);
    clock.now = dueAt.getTime();
  }
  expect(waits).toEqual([1, 5, 30, 120, "failed"]);
});

test("sends the email when the server recovers in time", async () => {
  const { id, store } = await mailShop();
  const mail = await notice(id);
  const away = await withSink();
  await away.sink.close();
  await sendAll(away.host);
  expect(await store.mail(mail)).toMatchObject({
    state: "queued",
    reason: "The mail server can't be reached",
  });
  clock.now += MINUTE;
  const { host, sink } = await withSink();
  await sendAll(host);
  expect(await store.mail(mail)).toMatchObject({ state: "sent", attempts: 2, reason: null });
  expect(sink.taken).toHaveLength(1);
});

test("a missing mailbox gets no email until it is unblocked", async () => {
  const { id, store } = await mailShop();
  const first = await notice(id, { to: { ...zoe, address: "Gone@example.com" } });
  const { host } = await withSink(refuse(refusal(550, "5.1.1 No such user")));
  await sendAll(host);
  expect(await store.mail(first)).toMatchObject({
    state: "failed",
    reason: "There is no such mailbox: 550 5.1.1 No such user",
  });
  const next = await notice(id, { kind: "booking", to: { ...zoe, address: "gone@EXAMPLE.com" } });
  await sendAll(host);
  expect(await store.mail(next)).toMatchObject({
    state: "skipped",
    reason: "An earlier mail to this address came back",
  });
});

test("a refused email doesn't delay others; spam isn't suppressed", async () => {
  const { id, store } = await mailShop();
  const spam = await notice(id, { to: { ...zoe, address: "strict@example.com" } });
  for (let i = 0; i < 15; i++) await notice(id, { key: String(i) });
  const { host, sink } = await withSink({
    onRcptTo: ({ address }, _, done) =>
      address.startsWith("strict") ? done(refusal(550, "5.7.1 Spam")) : done(),
  });
  await sendAll(host);
  expect(sink.taken).toHaveLength(15);
  expect(await store.mail(spam)).toMatchObject({ state: "failed" });
  const again = await notice(id, { to: { ...zoe, address: "strict@example.com" }, key: "again" });
  await sendAll(host);
  expect(await store.mail(again)).toMatchObject({ state: "failed" });
});

test("limits a personal mailbox's rate and daily automation emails", async () => {
  const { id, store } = await mailShop();
  await store.account("imap");
  const automation = await store.automation();
  let sent = 0;
  const counting = mailbox(async () => {
    sent += 1;
  });
  for (let i = 0; i < 3; i++) await store.queue(automation, await store.contact(`${i}@example.com`));
  await sendAll(undefined, counting);
  await sendAll(undefined, counting);
  expect(sent).toBe(1);
  clock.now += 2_000;
  await sendAll(undefined, counting);
  expect(sent).toBe(2);

  const database = await tests.database();
  await database.system((db) =>
    db.execute(sql`insert into mails (organization_id, id, kind, to_address, to_name, state, sent_at)
      select ${id}, gen_random_uuid(), 'automation', 'a@example.com', 'A', 'sent', ${new Date(clock.now).toISOString()}
      from generate_series(1, ${DAILY - 2})`),
  );
  clock.now += 2_000;
  const urgent = await notice(id);
  await sendAll(undefined, counting);
  expect(await store.mail(urgent)).toMatchObject({ state: "sent" });
  clock.now += 2_000;
  await sendAll(undefined, counting);
  expect(sent).toBe(3);
  const waiting = (await store.mails()).filter(({ state }) => state === "queued");
  expect(waiting).toMatchObject([
    {
      dueAt: new Date(NINE + 24 * 60 * MINUTE),
      day: "2026-07-02",
      reason: expect.stringContaining("tomorrow"),
    },
  ]);
  clock.now = NINE + 24 * 60 * MINUTE;
  await sendAll(undefined, counting);
  expect(sent).toBe(4);
});

test("without an account emails wait until their day ends", async () => {
  const { id, store } = await mailShop();
  const greeting = await store.queue(await store.automation(), await store.contact(zoe.address));
  const reminder = await notice(id, { kind: "reminder", day: "2026-07-01" });
  const others = ["booking", "invitation", "password", "notice", "test"];
  const waiting = await Promise.all(others.map((kind) => notice(id, { kind })));
  const waits = { state: "queued", reason: "No email account is connected" };
  await sendAll();
  for (const mail of await store.mails()) expect(mail).toMatchObject(waits);
  clock.now = Date.parse("2026-07-02T00:01:00Z");
  await sendAll();
  for (const mail of [greeting, reminder]) {
    expect(await store.mail(mail)).toMatchObject({ ...waits, state: "skipped" });
  }
  for (const mail of waiting) expect(await store.mail(mail)).toMatchObject(waits);
  await store.account();
  await sendAll();
  for (const mail of waiting) expect(await store.mail(mail)).toMatchObject({ state: "kept" });
});

test("checks stores without an account less often", async () => {
  const shops = await Promise.all(Array.from({ length: 8 }, mailShop));
  for (const { id } of shops) await notice(id);
  let woken = 0;
  const host = {
    ...(await tests.host()),
    wake: () => {
      woken += 1;
    },
  };
  const sending = sender(host);
  const turn = async () => {
    await sending.run();
    await sending.finish();
  };
  await turn();
  const before = woken;
  await turn();
  expect(woken).toBe(before);
  for (const { store } of shops) await store.account();
  clock.now += 15_000;
  await turn();
  for (const { store } of shops) expect(await store.mails()).toMatchObject([{ state: "kept" }]);
});

test("a store's hanging mail server doesn't delay other stores", async () => {
  const [hung, fine] = [await mailShop(), await mailShop()];
  const stuck = await notice(hung.id);
  const mail = await notice(fine.id);
  let release = () => {};
  const hanging = new Promise<void>((resolve) => {
    release = resolve;
  });
  const sending = sender(await tests.host(), async (_, organizationId) => ({
    via: "smtp",
    from: "crm@example.com",
    account: null,
    send: () => (organizationId === hung.id ? hanging : Promise.resolve()),
  }));
  await sending.run();
  while ((await hung.store.mail(stuck)).state === "queued") await sending.run();
  while ((await fine.store.mail(mail)).state !== "sent") await sending.run();
  expect(await hung.store.mail(stuck)).toMatchObject({ state: "sending" });
  release();
  await sending.stop();
  expect(await hung.store.mail(stuck)).toMatchObject({ state: "sent" });
});

test("a late host still stores its outcome", async () => {
  const { id, store } = await mailShop();
  const mail = await notice(id);
  let arrived = () => {};
  const sending = sender(await tests.host(), async () => ({
    via: "smtp",
    from: "crm@example.com",
    account: null,
    send: async (_, beforeLeaving) => {
      await beforeLeaving?.();
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    },
  }));
  await sending.run();
  const isLeaving = async () => {
    const { state, hasNotLeft } = await store.mail(mail);
    return state === "sending" && !hasNotLeft;
  };
  while (!(await isLeaving())) await sending.run();
  clock.now += LEASE_MS + 1;
  await sendAll();
  expect(await store.mail(mail)).toMatchObject({
    state: "unknown",
    reason: expect.stringContaining("The server stopped"),
  });
  arrived();
  await sending.finish();
  expect(await store.mail(mail)).toMatchObject({ state: "sent", reason: null });
});

test("two hosts send every email exactly once", async () => {
  const shops = [await mailShop(), await mailShop()];
  for (const { id } of shops) for (let i = 0; i < 30; i++) await notice(id, { key: String(i) });
  const { host, sink } = await withSink();
  const hosts = [sender(host), sender(host), sender(host)];
  const isWaiting = async () => {
    const database = await tests.database();
    const rows = await database.system((db) => db.select().from(mails).where(eq(mails.state, "queued")));
    return rows.some(({ organizationId }) => shops.some(({ id }) => id === organizationId));
  };
  while (await isWaiting()) await Promise.all(hosts.map((each) => each.run()));
  await Promise.all(hosts.map((each) => each.finish()));
  const ids = sink.taken.map(({ mail }) => mail.messageId);
  expect(ids).toHaveLength(60);
  expect(new Set(ids).size).toBe(60);
});

test("only one host at a time uses a mailbox", async () => {
  const { id, store } = await mailShop();
  await store.account("imap");
  const first = await notice(id);
  let release = () => {};
  const hanging = new Promise<void>((resolve) => {
    release = resolve;
  });
  const one = sender(
    await tests.host(),
    mailbox(() => hanging),
  );
  await one.run();
  while ((await store.mail(first)).state !== "sending") await one.run();
  const next = await notice(id, { key: "next" });
  const other = mailbox(async () => {});
  clock.now += 10_000;
  await sendAll(undefined, other);
  expect(await store.mail(next)).toMatchObject({ state: "queued" });
  release();
  await one.stop();
  clock.now += 2_000;
  await sendAll(undefined, other);
  expect(await store.mail(next)).toMatchObject({ state: "sent" });
});

test("logs one line per email, without addresses or text", async () => {
  const { id } = await mailShop();
  const mail = await notice(id);
  const { host } = await withSink(refuse(refusal(550, "5.1.1 <zoe@example.com> unknown")));
  await sendAll(host);
  expect(events).toEqual([
    {
      event: "mail",
      organization: id,
      mail,
      kind: "notice",
      attempts: 1,
      via: "smtp",
      state: "failed",
      failure: "bounced",
    },
  ]);
});
