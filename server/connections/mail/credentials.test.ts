import { runDueAutomations } from "#server/outreach/automations/run.ts";
import { ProviderError } from "#server/platform/errors.ts";
import { MINUTE, mailTests, zoe } from "#server/testing/mail.ts";
import { refusal } from "#server/testing/sink.ts";

const tests = mailTests();
const { clock, mailbox, mailShop, notice, sendAll, sender, withSink } = tests;

const refused = () => new ProviderError("credentials", "The mail server rejected our sign-in");

test("a refusing mailbox pauses its automations until it works", async () => {
  const { store } = await mailShop();
  await store.account("imap");
  const automation = await store.automation();
  await store.queue(automation, await store.contact(zoe.address));
  await store.queue(automation, await store.contact("amara@example.com"));
  let asked = 0;
  const refusing = mailbox(async () => {
    asked += 1;
    throw refused();
  });
  await sendAll(undefined, refusing);
  const reasons = (await store.mails()).map(({ state, reason }) => [state, reason]);
  expect(reasons).toHaveLength(2);
  expect(reasons).toContainEqual(["queued", null]);
  expect(reasons).toContainEqual(["queued", "The mail server rejected our sign-in"]);
  expect(await store.readAutomation(automation)).toMatchObject({
    isActive: false,
    pausedReason: expect.stringContaining("no longer accepts this account"),
  });
  expect((await store.readAccount())?.error).toContain("Connect it again");
  clock.now += 29 * MINUTE;
  await sendAll(undefined, refusing);
  expect(asked).toBe(1);

  clock.now += MINUTE;
  const sent: string[] = [];
  const works = mailbox(async ({ to }) => void sent.push(to.address));
  await sendAll(undefined, works);
  expect(sent).toHaveLength(1);
  expect((await store.readAccount())?.error).toBeNull();
  clock.now += 2_000;
  await sendAll(undefined, works);
  expect(sent.sort()).toEqual(["amara@example.com", zoe.address]);
  for (const { state } of await store.mails()) expect(state).toBe("sent");
  expect(await store.readAutomation(automation)).toMatchObject({ isActive: true, pausedReason: null });
});

test("a temporary refusal delays emails by half an hour", async () => {
  const { id, store, user } = await mailShop();
  await store.account("imap");
  const automation = await store.automation({ activatedAt: new Date(clock.now - MINUTE) });
  await store.contact("first@example.com");
  await notice(id);
  await sendAll(
    undefined,
    mailbox(async () => {
      throw refused();
    }),
  );
  const readMe = async () => (await tests.call("users.me", user)).body as { incidents: object[] };
  expect((await readMe()).incidents).toHaveLength(1);
  await runDueAutomations(await tests.host());
  clock.now += 30 * MINUTE;
  const sent: string[] = [];
  const works = mailbox(async ({ to }) => void sent.push(to.address));
  await sendAll(undefined, works);
  clock.now += 2_000;
  await sendAll(undefined, works);
  expect(sent).toEqual([zoe.address, "first@example.com"]);
  expect(await store.readAutomation(automation)).toMatchObject({ isActive: true, pausedReason: null });
  expect((await readMe()).incidents).toEqual([]);
});

test("emails not sent on their day are skipped", async () => {
  const { store } = await mailShop();
  await store.account("imap");
  const mail = await store.queue(await store.automation(), await store.contact(zoe.address));
  const turn = (send: () => Promise<void>) => sendAll(undefined, mailbox(send));
  for (let hour = 0; hour < 16; hour++) {
    await turn(async () => {
      throw refused();
    });
    clock.now += 60 * MINUTE;
  }
  await turn(async () => {});
  const reason = expect.stringMatching(
    /^Its day was over before it could be sent. The mail server rejected our/,
  );
  expect(await store.mail(mail)).toMatchObject({ state: "skipped", reason });
});

test("a person's pause outlasts the account's failure", async () => {
  const { store, user } = await mailShop();
  await store.account("imap");
  const automation = await store.automation();
  await store.queue(automation, await store.contact(zoe.address));
  await store.queue(automation, await store.contact("amara@example.com"));
  const pausing = mailbox(async () => {
    const body = { active: false };
    const paused = await tests.call("automations.setActive", user, { params: { id: automation }, body });
    expect(paused.status).toBe(200);
    throw refused();
  });
  await sendAll(undefined, pausing);
  expect(await store.readAutomation(automation)).toMatchObject({ isActive: false, pausedReason: null });
  clock.now += 30 * MINUTE;
  await sendAll(
    undefined,
    mailbox(async () => {}),
  );
  const paused = { state: "skipped", reason: "The automation was paused" };
  expect(await store.mails()).toMatchObject([paused, paused]);
});

test("a refusing mailbox isn't an attempt of an email", async () => {
  const { id, store } = await mailShop();
  await store.account("imap");
  const mail = await notice(id);
  for (let i = 0; i < 6; i++) {
    await sendAll(
      undefined,
      mailbox(async () => {
        throw refused();
      }),
    );
    expect(await store.mail(mail)).toMatchObject({ state: "queued", attempts: 0 });
    clock.now += 30 * MINUTE;
  }
  await sendAll(
    undefined,
    mailbox(async () => {
      throw new ProviderError("later", "The mail server asked us to try again later");
    }),
  );
  expect(await store.mail(mail)).toMatchObject({ state: "queued", dueAt: new Date(clock.now + MINUTE) });
});

test("a refusing host server is contacted rarely", async () => {
  const { id, store } = await mailShop();
  const automation = await store.automation();
  await store.queue(automation, await store.contact(zoe.address));
  await notice(id, { kind: "password" });
  let asked = 0;
  let refuses = true;
  const { host, sink } = await withSink({
    onAuth: (_, __, done) => {
      asked += 1;
      return refuses ? done(refusal(535, "5.7.8 Wrong password")) : done(null, { user: "crm" });
    },
  });
  const login = { user: "crm", password: "wrong" };
  const sending = sender({ ...host, smtp: host.smtp && { ...host.smtp, login } });
  const turn = async () => {
    await sending.run();
    await sending.finish();
  };
  await turn();
  const reason = "The mail server rejected our sign-in: 535 5.7.8 Wrong password";
  const waits = { state: "queued", reason, attempts: 0 };
  expect(await store.mails()).toMatchObject([waits, waits]);
  const paused = { isActive: false, pausedReason: expect.stringContaining("refuses to send") };
  expect(await store.readAutomation(automation)).toMatchObject(paused);
  clock.now += 29 * MINUTE;
  await turn();
  expect(asked).toBe(2);

  refuses = false;
  clock.now += MINUTE;
  await turn();
  expect(sink.taken).toHaveLength(2);
  for (const { state } of await store.mails()) expect(state).toBe("sent");
  expect(await store.readAutomation(automation)).toMatchObject({ isActive: true, pausedReason: null });
});

test("the host's refusing server holds up no mailbox", async () => {
  const { id, store, user } = await mailShop();
  await store.account("imap");
  let asked = 0;
  let refuses = true;
  const { host, sink } = await withSink({
    onAuth: (_, __, done) => {
      asked += 1;
      return refuses ? done(refusal(535, "5.7.8 Wrong password")) : done(null, { user: "crm" });
    },
  });
  const login = { user: "crm", password: "wrong" };
  const alert = await notice(id, { kind: "alert" });
  const mail = await notice(id);
  const sending = sender(
    { ...host, smtp: host.smtp && { ...host.smtp, login } },
    mailbox(async () => {}),
  );
  const turn = async () => {
    await sending.run();
    await sending.finish();
  };
  await turn();
  expect(await store.mail(mail)).toMatchObject({ state: "sent", via: "imap" });
  expect(await store.mail(alert)).toMatchObject({
    state: "queued",
    reason: expect.stringContaining("535 5.7.8 Wrong password"),
    attempts: 0,
  });
  const { body } = await tests.call("users.me", user);
  expect(body).toMatchObject({ incidents: [] });
  const next = await notice(id, { key: "next" });
  clock.now += 2_000;
  await turn();
  expect(await store.mail(next)).toMatchObject({ state: "sent" });
  clock.now += 27 * MINUTE;
  await turn();
  expect(asked).toBe(1);

  refuses = false;
  clock.now += 3 * MINUTE;
  await turn();
  expect(await store.mail(alert)).toMatchObject({ state: "sent", via: "smtp" });
  expect(sink.taken).toHaveLength(1);
});

test("a new mailbox does not wait for the host's server", async () => {
  const { id, store } = await mailShop();
  const mail = await notice(id);
  const refusing = async () => {
    throw refused();
  };
  const own = mailbox(async () => {});
  const sending = sender(await tests.host(), async (host, organizationId) =>
    (await store.readAccount())
      ? own(host, organizationId)
      : { via: "smtp", from: "crm@example.com", account: null, send: refusing },
  );
  await sending.run();
  await sending.finish();
  expect(await store.mail(mail)).toMatchObject({ state: "queued" });
  await store.account("imap");
  await sending.run();
  await sending.finish();
  expect(await store.mail(mail)).toMatchObject({ state: "sent" });
});
