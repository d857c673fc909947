import { sql } from "drizzle-orm";
import { writeBookings } from "#server/booking/calendar-writer.ts";
import { clearFormerCalendars } from "#server/booking/former-calendar.ts";
import { type Table, tables } from "#server/platform/db/tables.ts";
import { type Shop, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { recordsOf } from "#server/testing/records.ts";

const host = testHost();
const make = recordsOf(host);
const files = importsOf(host);

const zoe = {
  firstName: "Zoëlla",
  lastName: "Quistgaard",
  email: "Zoella.Q@example.com",
  phoneNumber: "+44 20 7946 0777",
};
const NAME = "Zoëlla Quistgaard";
const TRACES = ["zoella", "zoëlla", "quistgaard", "former.q", "7946 0777", "79460777"];

const erase = (who: Shop["owner"], id: string, name = NAME) =>
  host.call("contacts.erase", who, { params: { id }, body: { name } });

async function tracesOf({ id }: Shop, words: string[]): Promise<string[]> {
  const database = await host.database();
  return database.system(async (db) => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const found: string[] = [];
    for (const { name } of rows) {
      const { rows: lines } = await db.execute<{ row: string }>(
        sql`select t::text as row from ${sql.identifier(name)} t`,
      );
      for (const { row } of lines) {
        const bytes = [...row.matchAll(/\\\\?\\?x([\da-f]{8,})/g)].map(([, hex = ""]) =>
          Buffer.from(hex, "hex").toString(),
        );
        const text = [row, ...bytes].join(" ").toLowerCase();
        for (const word of words)
          if (row.includes(id) && text.includes(word)) found.push(`${name}: ${word}: ${row.slice(0, 300)}`);
      }
    }
    return found;
  });
}

async function fullContact({ id: organizationId, owner }: Shop) {
  const form = await make.saleForm(owner);
  const contact = await make.contact(owner, { ...zoe, email: "former.q@example.com" });
  await host.call("contacts.update", owner, { params: { id: contact }, body: zoe });
  const sale = await make.sale(owner, { ...form, contact: { id: contact, name: "" } });
  const gone = await make.sale(owner, {
    ...form,
    invoiceNumber: "INV-2",
    contact: { id: contact, name: "" },
  });
  await host.call("sales.delete", owner, { params: { id: gone } });
  await host.call("refunds.create", owner, {
    params: { id: sale },
    body: { amount: "40.50", createdAt: "2026-11-21T10:00:00Z", reason: "Too large" },
  });
  await make.note(owner, contact, `${NAME} prefers mail`);
  const dropped = await make.note(owner, contact, "Zoëlla asked for pearls");
  await host.call("notes.delete", owner, { params: { id: dropped } });
  await make.task(owner, { what: `Call ${NAME}`, contact: { id: contact, name: "" } });
  const { body } = await host.call("appointmentTypes.create", owner, {
    body: { name: "Fitting", defaultMeetingLength: 30, daysInAdvance: 30 },
  });
  const type = (body as { id: string }).id;
  const database = await host.database();
  await database.tenant(organizationId, async (db) => {
    for (const [key, days] of [
      ["past", -3],
      ["soon", 3],
    ] as const) {
      await db.execute(sql`insert into bookings (organization_id, id, user_id, appointment_type_id, title, contact_id, name, email,
          phone_number, note, answers, timezone, starts_at, ends_at, request_key, calendar_state, calendar_due_at)
        values (${organizationId}, gen_random_uuid(), ${owner.id}, ${type}, 'Fitting', ${contact}, ${NAME}, ${zoe.email},
          ${zoe.phoneNumber}, 'Zoëlla brings a ring', '[{"id":"a","kind":"TEXT","label":"Who?","answer":"Quistgaard"}]', 'UTC',
          date_trunc('hour', now()) + make_interval(days => ${days}),
          date_trunc('hour', now()) + make_interval(days => ${days}, hours => 1), ${key}, 'pending', now())`);
    }
    await db.execute(sql`insert into wishes (organization_id, id, appointment_type_id, contact_id, name, email, timezone, from_day,
        to_day, rank, request_key)
      values (${organizationId}, gen_random_uuid(), ${type}, ${contact}, ${NAME}, ${zoe.email}, 'UTC', '2027-01-01',
        '2027-01-08', 1, 'wish')`);
    await db.execute(sql`insert into mails (organization_id, id, kind, contact_id, occurrence, to_address,
        to_name, subject, text, html, state, sent_at)
      values (${organizationId}, gen_random_uuid(), 'automation', ${contact}, 'then', ${zoe.email}, ${NAME}, 'Hello Zoëlla',
        'Dear Zoëlla Quistgaard', '<p>Dear Zoëlla</p>', 'sent', now() - interval '1 day'),
      (${organizationId}, gen_random_uuid(), 'automation', ${contact}, 'soon', ${zoe.email}, ${NAME}, null, null, null,
        'queued', null),
      (${organizationId}, gen_random_uuid(), 'notice', null, null, 'store@example.com', 'Store', ${`Please call ${NAME}`},
        ${`${NAME} waits`}, null, 'sent', now())`);
    await db.execute(sql`insert into suppressions (organization_id, address, reason, said)
      values (${organizationId}, ${zoe.email.toLowerCase()}, 'bounced', 'no such mailbox: zoella')`);
  });
  await writeBookings(await host.host());
  return { contact, sale, gone, type };
}

test("each of a contact's tables leads to the contact or the registry", () => {
  const theirs = tables.filter(({ whose, name }) => whose === "contact" && name !== "contacts");
  const leads = ({ references }: Table) =>
    references.some(({ to }) => to === "contacts" || theirs.some(({ name }) => name === to));
  expect(theirs.filter((one) => !one.whenErased && !leads(one))).toEqual([]);
});

test("pages contain each row once and nothing about others", async () => {
  const shop = await host.shop();
  const { contact } = await fullContact(shop);
  const other = await make.contact(shop.owner, { email: "other@example.com" });
  await make.note(shop.owner, other, "Of somebody else");
  for (let i = 0; i < 3; i++)
    await make.note(shop.owner, contact, `${i} ${"x".repeat(240_000)}`.slice(0, 9_000));
  type Answer = { records: { kind: string; record: { id: string } }[]; next: string | null };
  const records: Answer["records"] = [];
  let after: string | null = "";
  do {
    const answer = await host.call("contacts.everything", shop.owner, {
      params: { id: contact },
      query: after ? { after } : {},
    });
    expect(answer.status).toBe(200);
    const body = answer.body as Answer;
    records.push(...body.records);
    after = body.next;
  } while (after);
  const kinds = records.map(({ kind }) => kind);
  expect([kinds.at(0), kinds.at(-1)]).toEqual(["contact", "history"]);
  expect(new Set(kinds)).toEqual(
    new Set([
      "contact",
      "sale",
      "refund",
      "note",
      "task",
      "booking",
      "wish",
      "mail",
      "suppression",
      "history",
    ]),
  );
  expect(kinds.filter((kind) => kind === "booking")).toHaveLength(2);
  expect(new Set(records.map(({ kind, record }) => kind + record.id)).size).toBe(records.length);
  const text = JSON.stringify(records);
  expect(text).toContain("Too large");
  expect(text).toContain("Dear Zoëlla");
  expect(text).toContain("former.q@example.com");
  expect(text).not.toContain("other@example.com");
  const asked = (query: object, who = shop.owner) =>
    host.call("contacts.everything", who, { params: { id: contact }, query });
  expect((await asked({ after: "99" })).status).toBe(400);
  expect((await asked({ after: "1:' or true" })).status).toBe(400);
  expect((await asked({}, shop.user)).status).toBe(403);
});

test("an erased person is nowhere in the database", async () => {
  const shop = await host.shop();
  const { contact, sale, gone } = await fullContact(shop);
  const file = `First name,Last name,Email,Phone\nCy,Doe,cy@example.com,+44 20 7946 0100\n${zoe.firstName},${zoe.lastName},${zoe.email},\n`;
  const started = await files.upload(shop.owner, file);
  await files.start(shop.owner, started);
  await files.upload(shop.owner, file.replace("cy@", "di@"));
  expect(await tracesOf(shop, TRACES)).not.toEqual([]);

  expect((await erase(shop.user, contact)).status).toBe(403);
  expect((await erase(shop.owner, contact, "Zoëlla")).status).toBe(400);
  expect(await erase(shop.admin, contact, " zoella  QUISTGAARD ")).toMatchObject({ status: 200 });
  expect(await tracesOf(shop, TRACES)).toEqual([]);
  expect((await erase(shop.admin, contact)).status).toBe(404);
  const running = await host.host();
  await writeBookings(running);
  await clearFormerCalendars(running);
  expect(await tracesOf(shop, TRACES)).toEqual([]);

  expect(await make.sales(shop.owner)).toMatchObject([
    { id: sale, contact: { id: null, name: "Erased contact" }, cost: expect.stringMatching(/^1240.5/) },
  ]);
  expect(await make.sales(shop.owner, { search: "erased" })).toHaveLength(1);
  const database = await host.database();
  const { rows } = await database.read(shop.id, (db) =>
    db.execute(sql`select status, name, email from bookings order by starts_at`),
  );
  expect(rows).toEqual([
    { status: "CONFIRMED", name: "Erased contact", email: "" },
    { status: "CANCELLED", name: "Erased contact", email: "" },
  ]);
  const events = await database.read(shop.id, (db) => db.execute(sql`select title from calendar_events`));
  expect(events.rows).toEqual([{ title: expect.stringContaining("Erased contact") }]);
  const { rows: mails } = await database.read(shop.id, (db) =>
    db.execute(sql`select state, to_address, reason from mails order by state, to_address`),
  );
  expect(mails).toEqual([
    { state: "sent", to_address: "", reason: "The contact was erased" },
    { state: "sent", to_address: "store@example.com", reason: "The contact was erased" },
    { state: "skipped", to_address: "", reason: "The contact was erased" },
  ]);
  expect((await host.call("trash.list", shop.owner)).body).toMatchObject([{ id: gone, kind: "sale" }]);
  expect(await host.call("trash.restore", shop.owner, { params: { id: gone } })).toMatchObject({
    status: 200,
  });
  expect(await tracesOf(shop, TRACES)).toEqual([]);
});

test("keeps values that another contact has, too", async () => {
  const shop = await host.shop();
  const one = await make.contact(shop.owner, zoe);
  const other = await make.contact(shop.owner, { ...zoe, firstName: "Bo" });
  const database = await host.database();
  await database.tenant(shop.id, (db) =>
    db.execute(sql`insert into suppressions (organization_id, address, reason)
      values (${shop.id}, ${zoe.email.toLowerCase()}, 'unsubscribed')`),
  );
  expect((await erase(shop.owner, one)).status).toBe(200);
  expect(await host.call("contacts.get", shop.owner, { params: { id: other } })).toMatchObject({
    body: { email: zoe.email, suppressions: [{ reason: "unsubscribed" }], consent: { state: "withdrawn" } },
  });
  const { email, phoneNumber } = zoe;
  expect(await host.call("contacts.isErased", shop.user, { body: { email, phoneNumber } })).toMatchObject({
    body: { isErased: false },
  });
});

test("an import skips erased people unless staff include them", async () => {
  const [shop, other] = [await host.shop(), await host.shop()];
  const { email, phoneNumber } = zoe;
  const contact = await make.contact(shop.owner, zoe);
  expect((await erase(shop.owner, contact)).status).toBe(200);
  const isErased = async (who: Shop, asked: object) =>
    (await host.call("contacts.isErased", who.user, { body: { email: "", phoneNumber: "", ...asked } })).body;
  expect(await isErased(shop, { email: email.toUpperCase() })).toEqual({ isErased: true });
  expect(await isErased(shop, { phoneNumber })).toEqual({ isErased: true });
  expect(await isErased(shop, {})).toEqual({ isErased: false });
  expect(await isErased(other, { email, phoneNumber })).toEqual({ isErased: false });

  const file = `First name,Last name,Email,Phone\nZoe,Q,${email},\nCy,Doe,cy@example.com,\n`;
  const params = await files.upload(shop.owner, file);
  expect(await files.get(shop.owner, params)).toMatchObject({ counts: { new: 1, out: 1 } });
  expect(await files.rows(shop.owner, params)).toContainEqual(
    expect.objectContaining({ state: "out", doubts: [expect.objectContaining({ kind: "erased" })] }),
  );
  expect(await files.start(shop.owner, params)).toMatchObject({ added: 1, leftOut: 1 });

  await make.contact(shop.user, zoe);
});

test("only one of two people can erase a contact", async () => {
  const shop = await host.shop();
  const { contact } = await fullContact(shop);
  const database = await host.database();
  const mails = (state: string) =>
    database.tenant(shop.id, (db) =>
      db.execute(sql`update mails set state = ${state} where occurrence = 'soon'`),
    );
  await mails("sending");
  expect((await erase(shop.owner, contact)).status).toBe(409);
  expect((await host.call("contacts.get", shop.owner, { params: { id: contact } })).status).toBe(200);
  await mails("queued");
  const answers = await Promise.all([erase(shop.owner, contact), erase(shop.admin, contact)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
});
