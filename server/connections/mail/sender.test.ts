import { mailTests, zoe } from "#server/testing/mail.ts";
import { createMailSender } from "./sender.ts";

const tests = mailTests();
const { clock, mailShop, notice, sendAll, withSink } = tests;

test("sends a queued email once, with its Message-ID", async () => {
  const { id, store } = await mailShop();
  await store.account();
  const words = { text: "{{typed}}\n\nhttps://example.com", values: { typed: "{{firstName}} <b>" } };
  const mail = await notice(id, { ...words, key: "a" });
  expect(await notice(id, { key: "a" })).toBe(mail);
  const { host, sink } = await withSink();
  await sendAll(host);
  await sendAll(host);
  expect(await store.mail(mail)).toMatchObject({
    state: "sent",
    via: "smtp",
    sentAt: new Date(clock.now),
    attempts: 1,
    messageId: `<${mail}@example.com>`,
    reason: null,
  });
  expect(sink.taken).toHaveLength(1);
  expect(sink.taken[0]?.mail).toMatchObject({
    messageId: `<${mail}@example.com>`,
    from: { address: "crm@example.com", name: `Shop ${id}` },
    to: [zoe],
    subject: "Hello",
    text: "{{firstName}} <b>\n\nhttps://example.com\n",
    html: expect.stringContaining("<p>{{firstName}} &lt;b&gt;</p>"),
  });
  expect(sink.taken[0]?.mail.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
  );
});

test("the local account sends no email", async () => {
  const { id, store } = await mailShop();
  await store.account();
  const mail = await notice(id);
  await sendAll();
  expect(await store.mail(mail)).toMatchObject({ state: "kept", via: "local", sentAt: null });
});

test("a sign-in link never uses a colleague's account", async () => {
  const { id, store } = await mailShop();
  await store.account("imap");
  const taken: string[] = [];
  const mailbox = tests.mailbox(async ({ subject }) => void taken.push(subject));
  const kept = await notice(id, { kind: "password" });
  await sendAll(undefined, mailbox);
  expect(await store.mail(kept)).toMatchObject({ state: "kept", via: "local", text: "Good morning" });
  const { host, sink } = await withSink();
  clock.now += 60_000;
  const mailed = await notice(id, { kind: "password" });
  await sendAll(host, mailbox);
  expect(await store.mail(mailed)).toMatchObject({ state: "sent", via: "smtp" });
  expect(sink.taken).toHaveLength(1);
  expect(taken).toEqual([]);
});

test("sends no email before it is due", async () => {
  const { id, store } = await mailShop();
  await store.account();
  const mail = await notice(id, { dueAt: new Date(clock.now + 1) });
  await sendAll();
  expect(await store.mail(mail)).toMatchObject({ state: "queued" });
  clock.now += 1;
  await sendAll();
  expect(await store.mail(mail)).toMatchObject({ state: "kept" });
});

test("renders an email with an unsubscribe link (RFC 8058)", async () => {
  const { store } = await mailShop();
  const contact = await store.contact("amara@example.com", "Amara");
  const mail = await store.queue(await store.automation(), contact);
  const { host, sink } = await withSink();
  await sendAll(host);
  const taken = sink.taken[0];
  expect(taken?.mail).toMatchObject({
    to: [{ address: "amara@example.com", name: "Amara Frost" }],
    subject: "For Amara Frost",
    text: expect.stringMatching(/^Dear Amara,\n\nhappy birthday!\n\n-- \n.+\n\nYou receive this email/),
  });
  const header = (name: string) =>
    taken?.mail.headers.filter(({ key }) => key === name).map(({ value }) => value);
  const [link = ""] = header("list-unsubscribe") ?? [];
  expect(header("list-unsubscribe")).toHaveLength(1);
  expect(link).toMatch(/^<https:\/\/crm\.example\.com\/api\/unsubscribe\/[\w-]{59}>$/);
  expect(header("list-unsubscribe-post")).toEqual(["List-Unsubscribe=One-Click"]);
  const page = link.slice(1, -1).replace("/api", "");
  expect(taken?.mail.text).toContain(`Unsubscribe: ${page}`);
  expect(taken?.mail.html).toMatch(new RegExp(`<a href="${page}"[^>]*>Unsubscribe</a>`));
  expect(await store.mail(mail)).toMatchObject({
    toAddress: "amara@example.com",
    subject: "For Amara Frost",
  });
});

test("never shows or links a name that isn't one", async () => {
  const { store } = await mailShop();
  const contact = await store.contact("third@example.com", "https://evil.test/win", { lastName: "You won" });
  await store.queue(await store.automation(), contact);
  const { host, sink } = await withSink();
  await sendAll(host);
  expect(sink.taken[0]?.mail).toMatchObject({
    to: [{ address: "third@example.com", name: "You won" }],
    subject: "For You won",
    text: expect.stringMatching(/^Dear ,\n/),
  });
  expect(JSON.stringify(sink.taken[0]?.mail)).not.toContain("evil");
});

test("transactional email comes first and can't be unsubscribed from", async () => {
  const { id, store } = await mailShop();
  const automation = await store.automation();
  for (let i = 0; i < 24; i++) await store.queue(automation, await store.contact(`a${i}@example.com`));
  clock.now += 1;
  await notice(id);
  const { host, sink } = await withSink();
  await sendAll(host);
  expect(sink.taken).toHaveLength(25);
  const first = sink.taken.findIndex(({ to }) => to === zoe.address);
  expect(first).toBeLessThan(10);
  expect(sink.taken[first]?.mail.headers.map(({ key }) => key)).not.toContain("list-unsubscribe");
});

test("completes a batch if one email can't be stored", async () => {
  const { id, store } = await mailShop();
  const [broken, fine] = [await notice(id), await notice(id, { key: "fine" })];
  let release = () => {};
  const hanging = new Promise<void>((resolve) => {
    release = resolve;
  });
  const failures: unknown[] = [];
  const log = (event: string, fields: object = {}) => {
    if (event === "mails failed") failures.push(fields);
    if ("mail" in fields && fields.mail === broken) throw new Error("The disk is full");
  };
  const send = ({ id }: { id: string }) => (id === fine ? hanging : Promise.resolve());
  const sending = createMailSender(await tests.host(), {
    log,
    findTransport: async () => ({ via: "smtp", from: "crm@example.com", account: null, send }),
  });
  await sending.run();
  while ((await store.mail(broken)).state !== "sent") await sending.run();
  let isFinished = false;
  const finished = sending.finish().then(() => {
    isFinished = true;
  });
  for (let i = 0; i < 5; i++) expect(await store.mail(fine)).toMatchObject({ state: "sending" });
  expect([isFinished, failures]).toEqual([false, []]);
  release();
  await finished;
  expect(await store.mail(fine)).toMatchObject({ state: "sent" });
  expect(failures).toMatchObject([{ message: "The disk is full" }]);
});

describe("who gets none", () => {
  test.each([
    ["", "No email address"],
    ["zoe at example.com", "Not a valid email address"],
  ])("address %j: %s", async (address, reason) => {
    const { store } = await mailShop();
    const mail = await store.queue(await store.automation(), await store.contact(address));
    const { host, sink } = await withSink();
    await sendAll(host);
    expect(await store.mail(mail)).toMatchObject({ state: "skipped", reason });
    expect(sink.taken).toEqual([]);
  });

  test("unsubscribed people get email they wait for", async () => {
    const { id, store } = await mailShop();
    const contact = await store.contact("Zoe@Example.com");
    const automation = await store.automation();
    const first = await store.queue(automation, contact);
    const { host } = await withSink();
    await sendAll(host);
    const token = /\/unsubscribe\/([\w-]+)/.exec((await store.mail(first)).text ?? "")?.[1] ?? "";
    const subscription = () => tests.call("mails.subscription", null, { params: { token } });
    expect(await subscription()).toMatchObject({
      status: 200,
      body: { store: `Shop ${id}`, address: "Z•••@Example.com", isUnsubscribed: false },
    });
    for (let twice = 0; twice < 2; twice++) {
      expect((await tests.call("mails.unsubscribe", null, { params: { token } })).status).toBe(200);
    }
    expect(await subscription()).toMatchObject({ body: { isUnsubscribed: true } });
    const later = await store.queue(automation, contact);
    const confirmation = await notice(id);
    await sendAll(host);
    expect(await store.mail(later)).toMatchObject({ state: "skipped", reason: "Unsubscribed" });
    expect(await store.mail(confirmation)).toMatchObject({ state: "sent" });
  });

  test("skips emails of a paused automation", async () => {
    const { store } = await mailShop();
    await store.account();
    const contact = await store.contact("zoe@example.com");
    const automation = await store.automation();
    const mail = await store.queue(automation, contact);
    const database = await tests.database();
    await database.system((db) =>
      db.execute(`update automations set is_active = false where id = '${automation}'`),
    );
    await sendAll();
    expect(await store.mail(mail)).toMatchObject({ state: "skipped", reason: "The automation was paused" });
  });

  test("a deleted contact", async () => {
    const { id, store } = await mailShop();
    await store.account();
    const contact = await store.contact("zoe@example.com");
    const mail = await store.queue(await store.automation(), contact);
    const database = await tests.database();
    await database.tenant(id, (db) => db.execute(`delete from contacts where id = '${contact}'`));
    await sendAll();
    expect(await store.mail(mail)).toMatchObject({ state: "skipped", reason: "The contact was deleted" });
  });

  test("skips an email an hour after its day", async () => {
    const { id, store } = await mailShop();
    await store.account();
    const automation = await store.automation();
    const mail = await store.queue(automation, await store.contact("zoe@example.com"));
    const evening = await store.queue(automation, await store.contact("amara@example.com"));
    const booked = await notice(id, { kind: "booking" });
    const reminder = await notice(id, { kind: "reminder", day: "2026-07-01" });
    const database = await tests.database();
    await database.tenant(id, (db) =>
      db.execute(
        `update mails set due_at = '2026-07-02T00:30:00Z', on_day = '2026-07-02' where id = '${evening}'`,
      ),
    );
    clock.now = Date.parse("2026-07-02T00:00:01Z");
    await sendAll();
    const over = { state: "skipped", reason: "Its day was over before it could be sent" };
    expect(await store.mail(mail)).toMatchObject(over);
    expect(await store.mail(reminder)).toMatchObject(over);
    expect(await store.mail(booked)).toMatchObject({ state: "kept" });
    clock.now = Date.parse("2026-07-02T23:59:00Z");
    await sendAll();
    expect(await store.mail(evening)).toMatchObject({ state: "kept" });
  });
});
