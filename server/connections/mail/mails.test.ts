import { newId } from "#server/platform/db/id.ts";
import { recordToken } from "#server/platform/secrets/tokens.ts";
import type { Person } from "#server/testing/host.ts";
import { mailTests } from "#server/testing/mail.ts";

const tests = mailTests();
const { mailShop, notice, sendAll, withSink } = tests;

type Listed = { id: string; subject: string; state: string; contact: object | null };

async function list(user: Person, query: object = {}): Promise<Listed[]> {
  const answer = await tests.call("mails.list", user, { query });
  expect(answer.status).toBe(200);
  return answer.body as Listed[];
}

test("lists emails newest first, page by page", async () => {
  const { id, user } = await mailShop();
  for (const subject of ["One", "Two", "Three"]) await notice(id, { subject, key: subject });
  const subjects = async (query: object) => (await list(user, query)).map(({ subject }) => subject);
  expect(await subjects({})).toEqual(["Three", "Two", "One"]);
  expect(await subjects({ limit: 2 })).toEqual(["Three", "Two"]);
  expect(await subjects({ limit: 2, page: 2 })).toEqual(["One"]);
  expect(await subjects({ sort: "createdAt:asc" })).toEqual(["One", "Two", "Three"]);
});

test("an email has cause, recipient and content", async () => {
  const { user, store } = await mailShop();
  await store.account();
  const contact = await store.contact("zoe@example.com");
  const id = await store.queue(await store.automation(), contact);
  const waiting = { id, kind: "automation", state: "queued", subject: "For …", reason: null };
  expect(await list(user)).toMatchObject([{ ...waiting, contact: { id: contact, name: "Zoë Frost" } }]);
  const get = () => tests.call("mails.get", user, { params: { id } });
  expect(await get()).toMatchObject({ body: { ...waiting, text: null, html: null, via: null } });
  await sendAll();
  expect(await get()).toMatchObject({
    status: 200,
    body: {
      subject: "For Zoë Frost",
      toAddress: "zoe@example.com",
      state: "kept",
      sentAt: null,
      via: "local",
      text: expect.stringContaining("Dear Zoë,"),
      html: expect.stringContaining("<p>Dear Zoë,</p>"),
    },
  });
});

test("finds emails by state, contact, recipient and subject", async () => {
  const { id, user, store } = await mailShop();
  const other = await mailShop();
  const contact = await store.contact("zoe@example.com");
  const mine = await notice(id, {
    contactId: contact,
    subject: "Your pearls",
    to: { address: "z@x.com", name: "Z" },
  });
  const visitor = await notice(id, {
    subject: "Café at 50% off_",
    to: { address: "amara.okafor@example.com", name: "Amára O’Kafor" },
  });
  await notice(other.id, { subject: "Your pearls" });
  const find = async (query: object) => {
    const { status, body } = await tests.call("mails.list", user, { query });
    return status === 200 ? (body as { id: string }[]).map(({ id }) => id) : status;
  };
  expect(await find({})).toEqual([visitor, mine]);
  expect(await find({ search: "pearls" })).toEqual([mine]);
  expect(await find({ search: "zoe PEARLS" })).toEqual([mine]);
  for (const search of ["amara", "okafor@", "Amára O'Kafor", "cafe", "Café", "50% off_"]) {
    expect([search, await find({ search })]).toEqual([search, [visitor]]);
  }
  for (const search of ["5_%", "%", "pearls amara", "\\"]) {
    expect([search, await find({ search })]).toEqual([search, []]);
  }
  expect(await find({ contactId: contact })).toEqual([mine]);
  expect(await find({ contactId: "x" })).toEqual([]);
  const foreign = await other.store.contact("zoe@example.com");
  expect(await find({ contactId: foreign })).toEqual([]);
  expect(await find({ state: "queued", search: "pearls" })).toEqual([mine]);
  expect(await find({ state: "failed" })).toEqual([]);
  expect(await find({ state: "nonsense" })).toBe(400);
  const { body } = await tests.call("mails.list", user);
  expect(Object.keys((body as object[])[0] ?? {})).not.toEqual(expect.arrayContaining(["text"]));
});

test("answers 404 for another organization's emails", async () => {
  const { id, user } = await mailShop();
  const other = await mailShop();
  const mail = await notice(id);
  expect(await list(other.user)).toEqual([]);
  for (const name of ["mails.get", "mails.resend"] as const) {
    expect((await tests.call(name, other.owner, { params: { id: mail } })).status).toBe(404);
    expect((await tests.call(name, other.owner, { params: { id: newId() } })).status).toBe(404);
  }
  expect((await tests.call("mails.resend", user, { params: { id: mail } })).status).toBe(409);
});

test.each(["invitation", "password"])("only the owner can read the link of an %s email", async (kind) => {
  const { id, owner, admin, user } = await mailShop();
  const mail = await notice(id, { kind, text: "https://crm.example.com/?token=secret" });
  const get = (person: Person) => tests.call("mails.get", person, { params: { id: mail } });
  expect(await get(owner)).toMatchObject({
    status: 200,
    body: { kind, text: expect.stringContaining("secret") },
  });
  for (const person of [admin, user]) {
    const answer = await get(person);
    expect(answer).toMatchObject({ status: 200, body: { kind, state: "queued" } });
    expect(JSON.stringify(answer.body)).not.toContain("secret");
  }
});

test("only the owner can read an unsent sign-in link", async () => {
  const { id, owner, admin, user, store } = await mailShop();
  await store.account();
  const text = "https://crm.example.com/reset-password?token=secret";
  for (const kind of ["password", "invitation"] as const) {
    const mail = await notice(id, { kind, text });
    const params = { id: mail };
    await sendAll();
    for (const person of [admin, user]) {
      expect(JSON.stringify(await tests.call("mails.get", person, { params }))).not.toContain("secret");
    }
    expect(await tests.call("mails.get", owner, { params })).toMatchObject({ body: { text } });
    const left = await notice(id, { kind, text });
    const { host, sink } = await withSink();
    await sendAll(host);
    expect(sink.taken[0]?.mail.text).toContain("secret");
    expect(await store.mail(left)).toMatchObject({ state: "sent", text: null, html: null });
  }
});

test("a store without an account can resend its emails later", async () => {
  const { id, user, store } = await mailShop();
  await store.account();
  const mail = await notice(id);
  const link = await notice(id, { kind: "invitation" });
  await sendAll();
  const counted = () => tests.call("dashboard.summary", user, { query: { end_date: "2100-01-01" } });
  const kept = { state: "kept", sentAt: null, reason: "No email account is connected" };
  expect(await list(user)).toMatchObject([kept, kept]);
  expect((await counted()).body).toMatchObject({ emailsSent: 0, emailsKept: 2 });
  expect((await tests.call("users.me", user)).body).toMatchObject({ emails: "kept" });
  const resend = (mail: string) => tests.call("mails.resend", user, { params: { id: mail } });
  expect(await resend(mail)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("No email account is connected") },
  });

  const database = await tests.database();
  await database.system((db) =>
    db.execute(`update accounts set provider = 'imap' where organization_id = '${id}'`),
  );
  expect((await tests.call("users.me", user)).body).toMatchObject({ emails: "sent" });
  const left: string[] = [];
  const works = tests.mailbox(async (outgoing) => void left.push(outgoing.id));
  await sendAll(undefined, works);
  expect(left).toEqual([]);
  expect((await resend(link)).status).toBe(409);
  expect((await resend(mail)).status).toBe(200);
  await sendAll(undefined, works);
  expect(left).toEqual([mail]);
  expect(await store.mail(mail)).toMatchObject({ state: "sent", reason: null, sentAt: expect.any(Date) });
  expect((await counted()).body).toMatchObject({ emailsSent: 1, emailsKept: 1 });
});

test("only the link of an existing email unsubscribes", async () => {
  const { id } = await mailShop();
  const mail = await notice(id);
  const { secret } = await tests.host();
  const status = async (token: string) => [
    (await tests.call("mails.subscription", null, { params: { token } })).status,
    (await tests.call("mails.unsubscribe", null, { params: { token } })).status,
  ];
  const key = { organizationId: id, id: mail };
  expect(await status(recordToken(Buffer.alloc(32), "unsubscribe", key))).toEqual([404, 404]);
  expect(await status(recordToken(secret, "unsubscribe", { ...key, id: newId() }))).toEqual([404, 404]);
  expect(await status("x")).toEqual([404, 404]);
  expect(await status(recordToken(secret, "unsubscribe", key))).toEqual([200, 200]);
});

test.each(["POST", "GET"])(
  "limits an address to 600 requests of the unsubscribe page: %s",
  async (method) => {
    const ask = (address: string) => tests.send(method, "/unsubscribe/x", { address });
    const answers = await Promise.all(Array.from({ length: 601 }, () => ask("203.0.113.7")));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await ask("203.0.113.8")).status).toBe(404);
  },
);

describe("a test email of a template", () => {
  const content = "Dear {{firstName}} of {{storeName}}: {{ birthday }}{{nonsense}}";
  const send = (user: Person, body: object = {}) =>
    tests.call("templates.test", user, { body: { subject: "For {{name}}", content, ...body } });

  test("goes to the requester, with a contact's or their own values", async () => {
    const { id, user, store } = await mailShop();
    const contactId = await store.contact("zoe@example.com");
    const { host, sink } = await withSink();
    await store.account();
    expect(await send(user, { contactId })).toMatchObject({ status: 200, body: { to: user.email } });
    expect((await send(user)).status).toBe(200);
    await sendAll(host);
    const words = sink.taken.map(({ to, mail }) => [to, mail.subject, mail.text]).sort();
    expect(words).toEqual([
      [user.email, "For Ada USER", `Dear Ada of Shop ${id}:\n`],
      [user.email, "For Zoë Frost", `Dear Zoë of Shop ${id}:\n`],
    ]);
    expect(await list(user)).toMatchObject([{ kind: "test" }, { kind: "test" }]);
  });

  test("needs an account, an existing contact, and text", async () => {
    const { user, store } = await mailShop();
    const other = await mailShop();
    expect(await send(user)).toMatchObject({
      status: 409,
      body: { message: "Connect an email account in Settings first" },
    });
    await store.account();
    for (const contactId of ["x", newId(), await other.store.contact("amara@example.com")]) {
      expect((await send(user, { contactId })).status).toBe(404);
    }
    expect((await send(user, { subject: "" })).status).toBe(400);
    expect(await list(user)).toEqual([]);
  });
});
