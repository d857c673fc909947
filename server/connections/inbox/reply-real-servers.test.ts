import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import PostalMime from "postal-mime";
import { countRows } from "#server/platform/db/record.ts";
import { mailboxes, letters as table } from "#server/platform/db/schema-mail.ts";
import { testHost } from "#server/testing/host.ts";
import { fillMaildir, rawMail } from "#server/testing/maildir.ts";
import { ADDRESS, connectOnPage, PASSWORD, startRealServers } from "#server/testing/real-servers.ts";
import { recordsOf } from "#server/testing/records.ts";
import { createMailboxReader } from "./read-mailbox.ts";
import { createMessageSender } from "./send.ts";

const clock = { now: Date.now() };
const host = testHost({ clock: () => new Date(clock.now) });
const make = recordsOf(host);
let servers: Awaited<ReturnType<typeof startRealServers>>;

beforeAll(async () => {
  servers = await startRealServers([]);
}, 60_000);
afterAll(() => servers?.stop(), 30_000);

async function read(hosts = 1) {
  clock.now += 600_000;
  const { database } = await host.host();
  for (let turn = 0; turn < 30; turn++) {
    const readers = await Promise.all(
      Array.from({ length: hosts }, async () => createMailboxReader(await host.host(), () => {})),
    );
    await Promise.all(readers.map((reader) => reader.run()));
    await Promise.all(readers.map((reader) => reader.finish()));
    const at = sql`${new Date(clock.now).toISOString()}::timestamptz`;
    if ((await database.system((db) => countRows(db, mailboxes, sql`next_at <= ${at}`))) === 0) return;
  }
  throw new Error("the mailbox was never read to its end");
}

const stored = async () => (await host.database()).system((db) => db.select().from(table).orderBy(table.at));
const sentCopies = () => ["cur", "new"].flatMap((part) => readdirSync(join(servers.maildir, ".Sent", part)));

test("delivers a threaded reply and files one copy", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user, { email: "zoe@example.test" });
  const at = new Date(clock.now - 3_600_000);
  const headers = { From: "Zoë <zoe@example.test>", To: ADDRESS, Subject: "Re: Ring" };
  const refs = { "Message-ID": "<two@example.test>", References: "<one@example.test>" };
  fillMaildir(servers.maildir, [{ at, raw: rawMail({ ...headers, ...refs }, "When can I come?") }]);
  const form = { ...servers.form, caldavUrl: "", ...servers.imapForm };
  expect((await connectOnPage(host, user, form)).status).toBe(303);
  await read(2);
  const [asked] = await stored();
  expect(await stored()).toHaveLength(1);
  const answer = await host.call("letters.reply", user, {
    params: { id: asked?.id ?? "" },
    body: { text: "Any time. ✓" },
  });
  expect(answer.status).toBe(200);
  const senders = await Promise.all([1, 2].map(async () => createMessageSender(await host.host(), () => {})));
  await Promise.all(senders.map((sender) => sender.run()));
  await Promise.all(senders.map((sender) => sender.finish()));
  const { id } = answer.body as { id: string };
  const arrived = async () =>
    (await Promise.all(servers.inbox().map((raw) => PostalMime.parse(raw)))).filter(
      ({ messageId }) => messageId === `<${id}@example.test>`,
    );
  for (let tries = 0; tries < 100 && (await arrived()).length === 0; tries++)
    await new Promise((later) => setTimeout(later, 100));
  expect(await arrived()).toMatchObject([
    {
      subject: "Re: Ring",
      inReplyTo: "<two@example.test>",
      references: "<one@example.test> <two@example.test>",
      from: { address: ADDRESS },
      to: [{ address: "zoe@example.test" }],
    },
  ]);
  expect((await arrived())[0]?.text).toContain("Any time. ✓\n\nOn ");
  expect(sentCopies()).toHaveLength(1);
  await (await host.database()).system((db) =>
    db.update(table).set({ state: "unknown" }).where(eq(table.id, id)),
  );
  await read();
  const both = await stored();
  expect(both).toMatchObject([{ direction: "in" }, { id, direction: "out", state: "sent" }]);
  expect(new Set(both.map(({ thread }) => thread)).size).toBe(1);
  expect(new Set(both.map(({ contactId }) => contactId))).toEqual(new Set([contact]));
}, 120_000);

test("matches an unknown address by its thread", async () => {
  const { user } = await host.shop();
  const contact = await make.contact(user, { email: "amara@example.test" });
  const sent = join(servers.maildir, ".Gesendete Objekte");
  mkdirSync(sent, { recursive: true });
  const at = new Date(clock.now - 60_000);
  fillMaildir(sent, [
    {
      at,
      raw: rawMail({ From: ADDRESS, To: "amara@example.test", Subject: "Offer", "Message-ID": "<offer@x>" }),
    },
  ]);
  fillMaildir(servers.maildir, [
    {
      at: new Date(clock.now),
      raw: rawMail({
        From: "private@elsewhere.example",
        To: ADDRESS,
        Subject: "Re: Offer",
        "Message-ID": "<yes@x>",
        "In-Reply-To": "<offer@x>",
      }),
    },
  ]);
  const form = { ...servers.form, caldavUrl: "", ...servers.imapForm };
  expect((await connectOnPage(host, user, form)).status).toBe(303);
  await read();
  await read();
  const found = (await stored()).filter(({ contactId }) => contactId === contact);
  expect(found).toMatchObject([
    { subject: "Offer", direction: "out" },
    { subject: "Re: Offer", direction: "in", address: "private@elsewhere.example" },
  ]);
}, 120_000);

test("pauses a rejected mailbox and notifies its person", async () => {
  const { owner, user } = await host.shop();
  const contact = await make.contact(owner, { email: "late@example.test" });
  const form = { ...servers.form, caldavUrl: "", ...servers.imapForm };
  expect((await connectOnPage(host, user, form)).status).toBe(303);
  await read();
  const settings = async () => (await host.call("letters.settings", user)).body;
  expect(await settings()).toMatchObject({ address: ADDRESS, error: null });
  const box = async () => {
    const rows = await (await host.database()).system((db) => db.select().from(mailboxes));
    return rows.find(({ userId }) => userId === user.id);
  };
  await servers.dovecot.setPassword("another");
  await read();
  expect(await settings()).toMatchObject({ error: expect.stringContaining("Connect your account again") });
  expect(await box()).toMatchObject({ failures: 1, nextAt: new Date(clock.now + 3_600_000) });
  await read();
  expect(await box()).toMatchObject({ failures: 1 });
  await servers.dovecot.setPassword(PASSWORD);
  const raw = rawMail({ From: "late@example.test", To: ADDRESS, Subject: "Late", "Message-ID": "<late@x>" });
  fillMaildir(servers.maildir, [{ at: new Date(), raw }]);
  clock.now += 3_600_000;
  await read();
  expect(await settings()).toMatchObject({ error: null });
  expect((await stored()).filter(({ contactId }) => contactId === contact)).toHaveLength(1);

  await host.call("integration.disconnect", user);
  expect(await settings()).toMatchObject({ address: null, sender: null, error: null });
  fillMaildir(servers.maildir, [
    {
      at: new Date(),
      raw: rawMail({ From: "late@example.test", To: ADDRESS, Subject: "Later", "Message-ID": "<later@x>" }),
    },
  ]);
  await read();
  expect((await stored()).filter(({ contactId }) => contactId === contact)).toHaveLength(1);
}, 120_000);
