import { eq, sql } from "drizzle-orm";
import type { Answer } from "#lib/contract/contract.ts";
import { newId } from "#server/platform/db/id.ts";
import { letters as table } from "#server/platform/db/schema-mail.ts";
import { type Person, type Shop, testHost } from "#server/testing/host.ts";
import { insertMessage } from "#server/testing/inbox.ts";
import { connectOnPage } from "#server/testing/real-servers.ts";
import { recordsOf } from "#server/testing/records.ts";
import { refusal, type Sink, startSink } from "#server/testing/sink.ts";
import { createMessageSender } from "./send.ts";

const clock = { now: Date.parse("2026-11-20T12:00:00Z") };
const host = testHost({ clock: () => new Date(clock.now) });
const make = recordsOf(host);
let sink: Sink;
let says: Error | null = null;
let shop: Shop;
let contact: string;
let asked: string;

beforeAll(async () => {
  sink = await startSink({
    onAuth: (_auth, _session, done) => done(null, { user: "user" }),
    onRcptTo: (_to, _session, done) => done(says),
  });
});
afterAll(() => sink.close());
beforeEach(async () => {
  sink.taken.length = 0;
  says = null;
  await (await host.database()).system((db) => db.delete(table));
  shop = await host.shop();
  contact = await make.contact(shop.owner, { email: "zoe@example.com" });
  const at = new Date(clock.now - 3_600_000);
  asked = await insertMessage(host, shop.user, contact, {
    at,
    messageId: "<two@example.com>",
    refs: ["<one@example.com>"],
    text: "It is lovely.\n> Is it?",
  });
});

const connect = async (person: Person, address = "user@example.net") => {
  const form = { provider: "direct", address, password: "x", smtpHost: "localhost", caldavUrl: "" };
  expect((await connectOnPage(host, person, { ...form, smtpPort: String(sink.port) })).status).toBe(303);
};

const reply = (person: Person, id = asked, text = "Thank you") =>
  host.call("letters.reply", person, { params: { id }, body: { text } });

async function sendDue(hosts = 1) {
  const senders = await Promise.all(
    Array.from({ length: hosts }, async () => createMessageSender(await host.host(), () => {})),
  );
  for (let turn = 0; turn < 12; turn++) {
    await Promise.all(senders.map((sender) => sender.run()));
    await Promise.all(senders.map((sender) => sender.finish()));
  }
}

const stored = async (id: string) => {
  const rows = await (await host.database()).system((db) => db.select().from(table).where(eq(table.id, id)));
  return rows[0];
};
const idOf = ({ body }: { body: unknown }) => (body as { id: string }).id;

test("sends a threaded reply from the person's account", async () => {
  await connect(shop.user);
  const answer = await reply(shop.user);
  expect(answer.status).toBe(200);
  expect(await stored(idOf(answer))).toMatchObject({ state: "queued", shared: "no", direction: "out" });
  await sendDue();
  expect(sink.taken).toHaveLength(1);
  const [{ to, mail }] = sink.taken as [Sink["taken"][number]];
  expect(to).toBe("zoe@example.com");
  expect(mail).toMatchObject({
    subject: "Re: The sapphire ring",
    inReplyTo: "<two@example.com>",
    references: "<one@example.com> <two@example.com>",
    messageId: `<${idOf(answer)}@example.net>`,
    from: { address: "user@example.net" },
  });
  expect(mail.text).toMatch(
    /^Thank you\n\nOn Friday, November 20, 2026.*Zoë Frost <zoe@example\.com> wrote:\n> It is lovely\.\n>> Is it\?/,
  );
  expect(await stored(idOf(answer))).toMatchObject({ state: "sent", attempts: 1 });
  const entry = await host.call("timeline.ofContact", shop.user, { params: { id: contact } });
  expect(entry.body).toContainEqual(
    expect.objectContaining({ id: idOf(answer), letter: expect.objectContaining({ state: "sent" }) }),
  );
  expect(
    (await host.call("timeline.ofContact", shop.owner, { params: { id: contact } })).body,
  ).not.toContainEqual(expect.objectContaining({ kind: "letter" }));
});

test("shares a reply like its thread", async () => {
  expect((await reply(shop.user)).status).toBe(422);
  await connect(shop.owner, "owner@example.net");
  expect((await reply(shop.owner)).status).toBe(404);
  await host.call("letters.share", shop.user, { params: { id: asked }, body: { isShared: true } });
  expect((await reply(shop.admin)).body).toMatchObject({
    message: expect.stringContaining("Connect your email"),
  });
  const answer = await reply(shop.owner);
  expect(answer.status).toBe(200);
  await sendDue();
  expect(sink.taken.map(({ mail }) => mail.from?.address)).toEqual(["owner@example.net"]);
  const { body } = await host.call("letters.get", shop.user, { params: { id: asked } });
  expect((body as Answer<"letters.get">).others).toMatchObject([
    { id: idOf(answer), isMine: false, shared: { all: false } },
  ]);
  expect((await reply((await host.shop()).owner)).status).toBe(404);
});

test("two hosts send a repeated message once", async () => {
  await connect(shop.user);
  const headers = {
    authorization: `Bearer ${shop.user.token}`,
    "content-type": "application/json",
    "idempotency-key": newId(),
  };
  const once = { headers, body: JSON.stringify({ text: "Once" }) };
  const answers = await Promise.all([1, 2].map(() => host.send("POST", `/letters/${asked}/reply`, once)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers[0]?.body).toEqual(answers[1]?.body);
  for (let n = 0; n < 4; n++) await reply(shop.user, asked, `Mail ${n}`);
  await sendDue(2);
  expect(sink.taken.map(({ mail }) => mail.text?.split("\n")[0]).sort()).toEqual(
    ["Mail 0", "Mail 1", "Mail 2", "Mail 3", "Once"].sort(),
  );
});

test("marks a message as unknown after a kill", async () => {
  await connect(shop.user);
  const id = idOf(await reply(shop.user));
  const lease = new Date(clock.now + 60_000).toISOString();
  await (await host.database()).system((db) =>
    db.execute(
      sql`update letters set state = 'sending', attempts = 1, lease_until = ${lease}::timestamptz where id = ${id}`,
    ),
  );
  await sendDue();
  expect(await stored(id)).toMatchObject({ state: "sending" });
  clock.now += 120_000;
  await sendDue();
  expect(await stored(id)).toMatchObject({
    state: "unknown",
    reason: expect.stringContaining("Sent folder"),
  });
  expect(sink.taken).toEqual([]);
  await host.call("letters.share", shop.user, { params: { id: asked }, body: { isShared: true } });
  expect((await host.call("letters.resend", shop.owner, { params: { id } })).status).toBe(403);
  expect((await host.call("letters.resend", shop.user, { params: { id } })).status).toBe(200);
  expect((await host.call("letters.resend", shop.user, { params: { id } })).status).toBe(409);
  await sendDue();
  expect(sink.taken).toHaveLength(1);
  expect(sink.taken[0]?.mail.messageId).toBe(`<${id}@example.net>`);
});

test("stores refusals, retries temporary failures, reports missing accounts", async () => {
  await connect(shop.user);
  says = refusal(450, "Try later");
  const id = idOf(await reply(shop.user));
  await sendDue();
  expect(await stored(id)).toMatchObject({ state: "queued", attempts: 1 });
  clock.now += 61_000;
  says = refusal(550, "5.1.1 No such user");
  await sendDue();
  expect(await stored(id)).toMatchObject({ state: "failed", reason: expect.stringMatching(/./) });
  says = null;
  await host.call("letters.resend", shop.user, { params: { id } });
  await host.call("integration.disconnect", shop.user);
  await sendDue();
  expect(await stored(id)).toMatchObject({
    state: "failed",
    reason: expect.stringContaining("no longer connected"),
  });
  expect((await host.call("letters.get", shop.user, { params: { id } })).status).toBe(200);
});

test("starts a thread with a contact", async () => {
  await connect(shop.user);
  const body = { subject: "Your ring is ready\r\nBcc: all@example.com", text: "Come by <b>any</b> time" };
  const id = idOf(await host.call("letters.write", shop.user, { params: { id: contact }, body }));
  await sendDue();
  const [{ mail, raw }] = sink.taken as [Sink["taken"][number]];
  expect(mail.subject).toBe("Your ring is ready Bcc: all@example.com");
  expect(String(raw)).not.toMatch(/^bcc:/im);
  expect(mail.html).toContain("Come by &lt;b&gt;any&lt;/b&gt; time");
  expect(mail.inReplyTo).toBeUndefined();
  expect(await stored(id)).toMatchObject({ state: "sent", contactId: contact, address: "zoe@example.com" });
  const nobody = await make.contact(shop.owner, { email: "" });
  expect((await host.call("letters.write", shop.user, { params: { id: nobody }, body })).status).toBe(422);
});
