import { sql } from "drizzle-orm";
import { connectAccount } from "#server/connections/providers/account.ts";
import { smtpSend } from "#server/connections/providers/smtp.ts";
import { ProviderError } from "#server/platform/errors.ts";
import { MINUTE, mailTests, zoe } from "#server/testing/mail.ts";
import { refusal } from "#server/testing/sink.ts";
import { DAILY, DAILY_SPARE } from "./claim.ts";

const tests = mailTests();
const { clock, mailbox, mailShop, notice, sendAll, withSink } = tests;

test.each([
  "relay not permitted",
  "Domain store.test has exceeded the max emails per hour (100)",
  "SMTP AUTH is required",
])("%s is the account's problem and suppresses no address", async (words) => {
  const { id, store, user } = await mailShop();
  await store.account("imap");
  const mails = [];
  for (let i = 0; i < 6; i++) {
    mails.push(await notice(id, { to: { ...zoe, address: `a${i}@example.com` }, key: String(i) }));
  }
  let refuses = true;
  const { sink } = await withSink({
    onRcptTo: (_, __, done) => (refuses ? done(refusal(550, words)) : done()),
  });
  const server = { host: "127.0.0.1", port: sink.port, secure: false, from: "hello@store.example.com" };
  const out = mailbox((mail) => smtpSend(server, mail));
  const incidents = async () =>
    ((await tests.call("users.me", user)).body as { incidents: { kind: string }[] }).incidents;
  for (let i = 0; i < 5; i++) {
    expect(await incidents()).toEqual([]);
    await sendAll(undefined, out);
    clock.now += 2_000;
  }
  expect(await incidents()).toMatchObject([{ kind: "automationsPaused" }]);
  expect((await store.readAccount())?.nextMailAt?.getTime()).toBeGreaterThan(clock.now + 29 * MINUTE);
  const past = await withSink();
  await notice(id, { kind: "alert" });
  await sendAll(past.host, out);
  expect(past.sink.taken).toHaveLength(1);
  expect(await incidents()).toMatchObject([{ kind: "automationsPaused" }]);
  for (const mail of mails) expect(await store.mail(mail)).toMatchObject({ state: "queued" });

  refuses = false;
  for (let i = 0; i < 6; i++) {
    clock.now += 30 * MINUTE;
    await sendAll(undefined, out);
  }
  for (const mail of mails) expect(await store.mail(mail)).toMatchObject({ state: "sent" });
  expect(await incidents()).toEqual([]);
});

test("a server that refuses everyone suppresses nobody", async () => {
  // The database uses real time.
  clock.now = Date.now() + 60 * MINUTE;
  const { id, store } = await mailShop();
  await store.account("imap");
  for (let i = 0; i < 5; i++) {
    await notice(id, { to: { ...zoe, address: `b${i}@example.com` }, key: String(i) });
  }
  const out = mailbox(async () => {
    throw new ProviderError("bounced", "There is no such mailbox: 550 5.1.1 User unknown");
  });
  for (let i = 0; i < 5; i++) {
    await sendAll(undefined, out);
    clock.now += 2_000;
  }
  const again = await notice(id, { to: { ...zoe, address: "b0@example.com" }, key: "again" });
  clock.now += 30 * MINUTE;
  const works = mailbox(async () => {});
  await sendAll(undefined, works);
  expect(await store.mail(again)).toMatchObject({ state: "sent" });
});

test("the count of refusals ends with the account", async () => {
  const { id, store } = await mailShop();
  const owner = await tests.person(id, "OWNER");
  await store.account("imap", owner.id);
  for (let i = 0; i < 5; i++) {
    await notice(id, { to: { ...zoe, address: `c${i}@example.com` }, key: String(i) });
  }
  const out = mailbox(async () => {
    throw new ProviderError("refused", "The mail server currently refuses email from this account");
  });
  for (let i = 0; i < 5; i++) {
    await sendAll(undefined, out);
    clock.now += 2_000;
  }
  const openIncidentsNow = async () =>
    ((await tests.call("users.me", owner)).body as { incidents: { kind: string }[] }).incidents;
  expect(await openIncidentsNow()).toMatchObject([{ kind: "automationsPaused" }]);
  const account = {
    organizationId: id,
    userId: owner.id,
    provider: "imap",
    address: "new@example.com",
  } as const;
  await connectAccount(await tests.host(), { ...account, calendars: [] });
  expect(await openIncidentsNow()).toEqual([]);
  expect(await store.readAccount()).toMatchObject({ refusals: 0, refusedSince: null, nextMailAt: null });
});

test("counts an unknown outcome as contact with the recipient", async () => {
  const { store, id } = await mailShop();
  await store.account("imap");
  const contact = await store.contact(zoe.address);
  await store.queue(await store.automation(), contact);
  await sendAll(
    undefined,
    mailbox(async () => {
      throw new ProviderError("unknown", "The connection ended");
    }),
  );
  const database = await tests.database();
  const at = new Date(clock.now).toISOString();
  const { rows } = await database.system((db) =>
    db.execute<{ at: Date }>(sql`select last_contacted_at(${id}, ${contact}, ${at}) as at`),
  );
  expect(new Date(rows[0]?.at ?? 0)).toEqual(new Date(clock.now));
});

test("emails of one day have spare capacity", async () => {
  const { id, store } = await mailShop();
  await store.account("imap");
  const automation = await store.automation();
  const contact = await store.contact(zoe.address);
  const database = await tests.database();
  const fill = (count: number) =>
    database.system((db) =>
      db.execute(sql`insert into mails (organization_id, id, kind, to_address, to_name, state, sent_at)
        select ${id}, gen_random_uuid(), 'automation', 'a@example.com', 'A', 'sent', ${new Date(clock.now).toISOString()}
        from generate_series(1, ${count})`),
    );
  await fill(DAILY);
  const greeting = await store.queue(automation, contact, { occurrence: "birthday:2026" });
  const letter = await store.queue(automation, contact);
  const counting = mailbox(async () => {});
  await sendAll(undefined, counting);
  expect(await store.mail(greeting)).toMatchObject({ state: "sent" });
  clock.now += 2_000;
  await sendAll(undefined, counting);
  expect(await store.mail(letter)).toMatchObject({ state: "queued", day: "2026-07-02" });
  await fill(DAILY_SPARE);
  const late = await store.queue(automation, contact, { occurrence: "birthday:2027" });
  clock.now += 2_000;
  await sendAll(undefined, counting);
  expect(await store.mail(late)).toMatchObject({
    state: "skipped",
    reason: "The mailbox sent its 400 emails of today, and this one was only for that day",
  });
});

test("waiting emails survive a move to an eastern time zone", async () => {
  const { id, store, owner } = await mailShop();
  await store.account();
  const body = { timezone: "Pacific/Auckland" };
  const dueAt = new Date("2026-07-01T20:00:00Z");
  clock.now = dueAt.getTime();
  const day = "2026-07-01";
  const mails = [
    await notice(id, { kind: "reminder", day, dueAt }),
    await store.queue(await store.automation(), await store.contact(zoe.address), { day }),
  ];
  const over = await store.queue(await store.automation(), await store.contact("amara@example.com"), {
    day: "2026-06-30",
  });
  expect((await tests.call("organization.setTimezone", owner, { body })).status).toBe(200);
  await sendAll();
  for (const mail of mails)
    expect(await store.mail(mail)).toMatchObject({ state: "kept", day: "2026-07-02" });
  expect(await store.mail(over)).toMatchObject({ state: "skipped", day: "2026-06-30" });
});

test("a retry doesn't change an email's day", async () => {
  const { store } = await mailShop();
  await store.account("imap");
  clock.now = Date.parse("2026-07-01T22:58:00Z");
  const mail = await store.queue(await store.automation(), await store.contact(zoe.address), {
    day: "2026-07-01",
    attempts: 2,
  });
  await sendAll(
    undefined,
    mailbox(async () => {
      throw new ProviderError("later", "The mail server asked us to try again later");
    }),
  );
  const { dueAt } = await store.mail(mail);
  clock.now = Date.parse("2026-07-02T00:38:00Z");
  expect(dueAt.getTime()).toBeLessThan(clock.now);
  await sendAll(
    undefined,
    mailbox(async () => {}),
  );
  expect(await store.mail(mail)).toMatchObject({
    state: "skipped",
    reason: "Its day was over before it could be sent. The mail server asked us to try again later",
  });
});
