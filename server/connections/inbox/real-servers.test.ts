import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { names, route } from "#lib/contract/routes.ts";
import { countRows } from "#server/platform/db/record.ts";
import { mailboxes, letters as table } from "#server/platform/db/schema-mail.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { fillMaildir, rawMail } from "#server/testing/maildir.ts";
import { ADDRESS, connectOnPage, startRealServers } from "#server/testing/real-servers.ts";
import { recordsOf } from "#server/testing/records.ts";
import { createMailboxReader } from "./read-mailbox.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const DAY = 86_400_000;
const clock = { now: NOW };
const events: object[] = [];
const host = testHost({ clock: () => new Date(clock.now) });
const make = recordsOf(host);
let servers: Awaited<ReturnType<typeof startRealServers>>;
let shop: Awaited<ReturnType<typeof host.shop>>;

beforeAll(async () => {
  servers = await startRealServers([]);
}, 60_000);
afterAll(() => servers?.stop(), 30_000);
beforeEach(async () => {
  const database = await host.database();
  await database.system((db) => db.execute(sql`truncate letters, mailboxes`));
  shop = await host.shop();
  events.length = 0;
});

async function readAll() {
  const log = (event: string, fields = {}) => void events.push({ event, ...fields });
  const { database } = await host.host();
  for (let turn = 0; turn < 30; turn++) {
    const reader = createMailboxReader(await host.host(), log);
    await reader.run();
    await reader.finish();
    const due = await database.system((db) =>
      countRows(db, mailboxes, sql`next_at <= ${new Date(clock.now).toISOString()}::timestamptz`),
    );
    if (due === 0) return;
  }
  throw new Error("the mailbox was never read to its end");
}

async function again() {
  clock.now += 600_000;
  await readAll();
}

const connect = async (person: Person) => {
  const form = { ...servers.form, caldavUrl: "", ...servers.imapForm };
  expect((await connectOnPage(host, person, form)).status).toBe(303);
};

function mailFrom(n: number, from: string, headers: Record<string, string> = {}, body?: string) {
  const at = new Date(NOW - DAY - n * 1000);
  const basic = {
    From: from,
    To: `Alice <${ADDRESS}>`,
    Subject: `Mail ${n}`,
    "Message-ID": `<m${n}@example.com>`,
  };
  return { at, raw: rawMail({ ...basic, Date: at.toUTCString(), ...headers }, body) };
}

type Listed = { id: string; subject: string; preview: string; direction: string; thread: string };
async function listed(person: Person, contactId: string) {
  const input = { params: { id: contactId }, query: { kind: "mail" } };
  const { status, body } = await host.call("timeline.ofContact", person, input);
  expect(status).toBe(200);
  return (body as { id: string; letter?: Omit<Listed, "id"> }[]).flatMap(({ id, letter }): Listed[] =>
    letter ? [{ id, ...letter }] : [],
  );
}
const stored = async () => (await host.database()).system((db) => db.select().from(table));

test("stores 50 of 10,000 messages once, even if read again", async () => {
  const contacts = [];
  for (let i = 0; i < 5; i++) {
    contacts.push(await make.contact(shop.owner, { firstName: "Amara", email: `C${i}@Example.net` }));
  }
  const mails = Array.from({ length: 10_000 }, (_, n) =>
    mailFrom(n, n % 200 === 0 ? `"C" <c${(n / 200) % 5}@example.NET>` : `s${n}@elsewhere.example`),
  );
  fillMaildir(servers.maildir, mails);
  await connect(shop.owner);
  await readAll();
  expect(await stored()).toHaveLength(50);
  const first = await listed(shop.owner, contacts[0] ?? "");
  expect(first).toHaveLength(10);
  expect(first[0]).toMatchObject({
    subject: "Mail 0",
    preview: "Hello",
    direction: "in",
    isMine: true,
    shared: null,
  });
  expect(JSON.stringify(events)).not.toContain("Mail");

  await again();
  expect(await stored()).toHaveLength(50);
  for (const file of [
    "dovecot-uidlist",
    "dovecot.index",
    "dovecot.index.log",
    "dovecot.index.cache",
    "dovecot-uidvalidity",
  ])
    rmSync(join(servers.maildir, file), { force: true });
  const before = await (await host.database()).system((db) => db.select().from(mailboxes));
  await again();
  const after = await (await host.database()).system((db) => db.select().from(mailboxes));
  expect(after[0]?.folders.INBOX?.validity).not.toBe(before[0]?.folders.INBOX?.validity);
  expect(await stored()).toHaveLength(50);

  const late = await make.contact(shop.owner, { firstName: "Late", email: "s7@elsewhere.example" });
  await again();
  expect(await listed(shop.owner, late)).toMatchObject([{ subject: "Mail 7" }]);
}, 240_000);

test("finds a new contact's earlier email if the host's clock is ahead", async () => {
  clock.now = Date.now() + 300_000;
  fillMaildir(servers.maildir, [{ ...mailFrom(8, "s8@ahead.example"), at: new Date() }]);
  await connect(shop.owner);
  await readAll();
  const late = await make.contact(shop.owner, { firstName: "Late", email: "s8@ahead.example" });
  await again();
  expect(await listed(shop.owner, late)).toMatchObject([{ subject: "Mail 8" }]);
  clock.now = NOW;
}, 120_000);

test("stores an email that moves while it is being read", async () => {
  const contact = await make.contact(shop.owner, { email: "moved@example.net" });
  await connect(shop.owner);
  await readAll();
  const folder = join(servers.maildir, "cur");
  const before = readdirSync(folder);
  fillMaildir(servers.maildir, [mailFrom(9, "moved@example.net", {}, "Pearls")]);
  const moved = readdirSync(folder).find((name) => !before.includes(name)) ?? "";
  clock.now += 600_000;
  const current = await host.host();
  const { database } = current;
  let calls = 0;
  const tenant: typeof database.tenant = (...asked) => {
    // The first finds the contacts of the headers.
    if (++calls === 1) renameSync(join(folder, moved), join(folder, `2${moved}`));
    return database.tenant(...asked);
  };
  const reader = createMailboxReader({ ...current, database: { ...database, tenant } });
  await reader.run();
  await reader.finish();
  expect(await listed(shop.owner, contact)).toEqual([]);
  await again();
  expect(await listed(shop.owner, contact)).toMatchObject([{ subject: "Mail 9", preview: "Pearls" }]);
}, 120_000);

test("hides private email and shows shared email", async () => {
  const { owner, admin, user } = shop;
  const contact = await make.contact(owner, { email: "zoe@secret.example" });
  const root = { "Message-ID": "<root@secret.example>", Subject: "Sapphire secret" };
  const reply = {
    "Message-ID": "<two@secret.example>",
    Subject: "Re: Sapphire secret",
    "In-Reply-To": "<root@secret.example>",
    References: "<root@secret.example>",
  };
  fillMaildir(servers.maildir, [mailFrom(1, "Zoe <zoe@secret.example>", root, "Do not tell Tom")]);
  fillMaildir(join(servers.maildir, ".Sent"), [
    { at: new Date(NOW), raw: rawMail({ From: ADDRESS, To: "zoe@secret.example", ...reply }, "I will not") },
  ]);
  await connect(user);
  await readAll();
  const mine = await listed(user, contact);
  expect(mine).toMatchObject([
    { subject: "Re: Sapphire secret", direction: "out" },
    { subject: "Sapphire secret", direction: "in" },
  ]);
  expect(new Set(mine.map(({ thread }) => thread)).size).toBe(1);
  const [{ id } = { id: "" }] = mine;

  const reads = names.filter((name) => {
    const { method, who, streams } = route(name);
    return method === "GET" && who !== "public" && !streams;
  });
  const seen = async (person: Person) => {
    const days = { from: "2026-11-01T00:00:00Z", to: "2026-11-30T00:00:00Z" };
    const said: unknown[] = [];
    for (const name of reads) {
      for (const params of [{ id: contact }, { id }]) {
        for (const query of [{}, { search: "sapphire" }, { search: "secret.example", ...days }])
          said.push([name, (await host.call(name, person, { params, query })).body]);
      }
    }
    return JSON.stringify(said).replaceAll('"zoe@secret.example"', "");
  };
  for (const person of [owner, admin]) {
    expect(await seen(person)).not.toMatch(/sapphire secret|do not tell|i will not|root@secret/i);
    expect((await host.call("letters.get", person, { params: { id } })).status).toBe(404);
    expect(
      (await host.call("letters.share", person, { params: { id }, body: { isShared: true } })).status,
    ).toBe(404);
  }

  await host.call("letters.share", user, { params: { id }, body: { isShared: true } });
  for (const person of [owner, admin]) {
    expect(await listed(person, contact)).toMatchObject([
      { subject: "Re: Sapphire secret", isMine: false, shared: { by: expect.any(String), all: false } },
      { subject: "Sapphire secret" },
    ]);
    expect(
      (await host.call("letters.share", person, { params: { id }, body: { isShared: false } })).status,
    ).toBe(403);
  }
  fillMaildir(servers.maildir, [
    mailFrom(2, "zoe@secret.example", { References: "<root@secret.example> <two@secret.example>" }, "Third"),
    mailFrom(3, "zoe@secret.example", { Subject: "Other" }),
  ]);
  await again();
  expect((await listed(owner, contact)).map(({ preview }) => preview).sort()).toEqual([
    "Do not tell Tom",
    "I will not",
    "Third",
  ]);
  await host.call("letters.share", user, { params: { id }, body: { isShared: false } });
  expect(await listed(owner, contact)).toEqual([]);

  await host.call("letters.setSettings", user, { body: { sharesAll: true } });
  expect(await listed(owner, contact)).toHaveLength(4);
  await host.call("letters.setSettings", user, { body: { sharesAll: false } });
  expect(await listed(owner, contact)).toEqual([]);

  await host.call("contacts.delete", owner, { params: { id: contact } });
  expect((await host.call("timeline.ofContact", user, { params: { id: contact } })).status).toBe(404);
  expect((await host.call("trash.restore", owner, { params: { id: contact } })).status).toBe(200);
  expect(await listed(user, contact)).toHaveLength(4);
  const name = (await host.call("contacts.get", owner, { params: { id: contact } })).body as Record<
    string,
    string
  >;
  const whole = `${name.firstName} ${name.lastName}`;
  expect(
    (await host.call("contacts.erase", owner, { params: { id: contact }, body: { name: whole } })).status,
  ).toBe(200);
  expect(await stored()).toEqual([]);
}, 120_000);
