import { type SQL, sql } from "drizzle-orm";
import { hashPassword } from "#server/auth/password.ts";
import { DEMO_PASSWORD } from "#server/demo/seed.ts";
import { emptyAsOf, migrateToLatest } from "#server/testing/database.ts";
import { testHost } from "#server/testing/host.ts";
import type { Db } from "./client.ts";
import { newId } from "./id.ts";
import { purchases } from "./schema.ts";
import { saleSearch, searchLine, searchText } from "./search.ts";

const host = testHost();

const zoe = {
  firstName: "Zoë",
  lastName: "D’Arcy",
  email: "z@example.com",
  phoneNumber: "+44 (0)20 7946 0018",
};

test("sales of before the search are found as new ones are", async () => {
  const database = await host.database();
  const [organization, contact] = [newId(), newId()];
  await database.system(async (db) => {
    await emptyAsOf(db, 2);
    await db.execute(
      sql`insert into organizations (id, name, timezone) values (${organization}, 'Old', 'UTC')`,
    );
    await db.execute(sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
      values (${organization}, ${contact}, 'Zoë', 'D’Arcy', '', '', ${searchText(zoe)})`);
    const sold = async (contactId: string | null, name: string, category: string, invoice: string | null) => {
      const id = newId();
      await db.execute(sql`insert into purchases
        (organization_id, id, cost, invoice_number, contact_id, contact_name, product_category_name)
        values (${organization}, ${id}, 1, ${invoice}, ${contactId}, ${name}, ${category})`);
      return id;
    };
    const expected = {
      [await sold(contact, "Zoë D’Arcy", "Été", "INV-0047")]: saleSearch(searchText(zoe), "Été", "INV-0047"),
      [await sold(null, "Łukasz Ærø-Strauß", "O’Nguyễn", null)]: saleSearch(
        " lukasz aero-strauss",
        "O’Nguyễn",
        null,
      ),
    };
    await migrateToLatest(db);
    const rows = await db.select({ id: purchases.id, search: purchases.search }).from(purchases);
    expect(Object.fromEntries(rows.map(({ id, search }) => [id, search]))).toEqual(expected);
  });
}, 30_000);

test("what the store's own account took was never sent: it is kept, and counted no more", async () => {
  const database = await host.database();
  const organization = newId();
  await database.system(async (db) => {
    await emptyAsOf(db, 11);
    await db.execute(
      sql`insert into organizations (id, name, timezone) values (${organization}, 'Old', 'UTC')`,
    );
    for (const via of ["local", "local", "smtp", "imap", null]) {
      await db.execute(sql`insert into mails (organization_id, id, kind, to_address, to_name, state, sent_at, via)
        values (${organization}, ${newId()}, 'notice', 'a@example.com', 'Ada', 'sent', now(), ${via})`);
    }
    const sent = async () => {
      const { rows } = await db.execute(
        sql`select sum(amount)::int as sent from daily_totals where what = 'emails'`,
      );
      return rows[0]?.sent;
    };
    expect(await sent()).toBe(5);
    await migrateToLatest(db);
    const { rows } = await db.execute(
      sql`select via, state, sent_at is null as unsent from mails order by state, via`,
    );
    expect(rows).toEqual([
      { via: "local", state: "kept", unsent: true },
      { via: "local", state: "kept", unsent: true },
      { via: "imap", state: "sent", unsent: false },
      { via: "smtp", state: "sent", unsent: false },
      { via: null, state: "sent", unsent: false },
    ]);
    expect(await sent()).toBe(3);
  });
}, 30_000);

test("notes and mails of before they were searched are found as new ones are", async () => {
  const database = await host.database();
  const [organization, contact] = [newId(), newId()];
  const content = "Łukasz’ Ring – GRÖSSE 54\n\nÆther, Crème";
  await database.system(async (db) => {
    await emptyAsOf(db, 11);
    await db.execute(
      sql`insert into organizations (id, name, timezone) values (${organization}, 'Old', 'UTC')`,
    );
    await db.execute(sql`insert into contacts (organization_id, id, first_name, last_name, email, phone_number, search)
      values (${organization}, ${contact}, 'Zoë', 'D’Arcy', '', '', ${searchText(zoe)})`);
    await db.execute(sql`insert into notes (organization_id, id, contact_id, content)
      values (${organization}, ${newId()}, ${contact}, ${content})`);
    await db.execute(sql`insert into mails (organization_id, id, kind, to_address, to_name, subject)
      values (${organization}, ${newId()}, 'test', 'Z@Example.com', 'Zoë D’Arcy', 'Größe 54')`);
    await migrateToLatest(db);
    const found = await db.execute(sql`select n.search as note, m.search as mail from notes n, mails m`);
    expect(found.rows).toEqual([
      { note: searchLine(content), mail: searchLine("Zoë D’Arcy Z@Example.com Größe 54") },
    ]);
  });
}, 30_000);

test("mails that wait keep their day, rules that a failure had paused go on, and wrong blocks are lifted", async () => {
  const database = await host.database();
  const [organization, booking] = [newId(), newId()];
  await database.system(async (db) => {
    await emptyAsOf(db, 11);
    await db.execute(
      sql`insert into organizations (id, name, timezone) values (${organization}, 'Old', 'America/New_York')`,
    );
    const rule = (reason: string | null) =>
      db.execute(sql`insert into automations
      (organization_id, id, name, trigger_type, schedule, conditions, action_type, is_active, paused_reason, last_run_at)
      values (${organization}, ${newId()}, 'Old', 'TIME_BASED', '0 9 * * *', '[]', 'SEND_EMAIL', false, ${reason},
        '2026-07-01T13:00:00Z')`);
    await rule("The mail server does not let us in");
    await rule(null);
    await db.execute(sql`insert into bookings (organization_id, id, title, name, email, timezone, starts_at, ends_at, request_key)
      values (${organization}, ${booking}, 'Fitting', 'Zoë', 'z@example.com', 'UTC', '2026-07-04T02:00:00Z',
        '2026-07-04T03:00:00Z', 'key')`);
    const mail = (
      kind: string,
      more: { attempts?: number; dueAt: string; state?: string; reason?: string; isResent?: boolean },
    ) =>
      db.execute(sql`insert into mails (organization_id, id, kind, to_address, to_name, booking_id, created_at, due_at,
          attempts, state, reason, is_resent, updated_at)
        values (${organization}, ${newId()}, ${kind}, ${more.reason ? `${more.reason.length}@example.com` : "z@example.com"},
          'Zoë', ${kind === "reminder" ? booking : null}, '2026-07-01T13:00:00Z', ${more.dueAt}, ${more.attempts ?? 0},
          ${more.state ?? "queued"}, ${more.reason ?? null}, ${more.isResent ?? false}, '2026-07-01T13:05:00Z')`);
    // What staff sent again is not of one day.
    for (const isResent of [false, true]) {
      await mail("automation", { attempts: 3, dueAt: "2026-07-02T05:38:00Z", isResent });
      await mail("reminder", { dueAt: "2026-07-03T02:00:00Z", isResent });
    }
    await mail("notice", { dueAt: "2026-07-01T13:00:00Z", state: "unknown" });
    const gone = "There is no such mailbox: 550 5.1.1 No such user";
    const relay = "There is no such mailbox: 550 relay not permitted";
    const refused = "There is no such mailbox: 550 Message refused";
    for (const reason of [gone, relay, refused]) {
      await mail("test", { dueAt: "2026-07-01T13:00:00Z", state: "failed", reason });
      await db.execute(sql`insert into suppressions (organization_id, address, reason)
        values (${organization}, ${`${reason.length}@example.com`}, 'bounced')`);
    }
    await migrateToLatest(db);
    const read = async (query: SQL) => (await db.execute(query)).rows;
    expect(
      await read(sql`select kind, on_day::text as day, about->>'what' as about from mails
      where state = 'queued' order by kind, is_resent`),
    ).toEqual([
      { kind: "automation", day: "2026-07-01", about: null },
      { kind: "automation", day: null, about: null },
      { kind: "reminder", day: "2026-07-02", about: "reminder" },
      { kind: "reminder", day: null, about: "reminder" },
    ]);
    expect(
      await read(sql`select count(*)::int from mails where state = 'unknown' and sent_at = updated_at`),
    ).toEqual([{ count: 1 }]);
    expect(
      await read(sql`select is_active as active, next_run_at is not null as due,
        to_char(last_moment at time zone 'UTC', 'HH24:MI') as last from automations order by is_active`),
    ).toEqual([
      { active: false, due: false, last: "09:00" },
      { active: true, due: true, last: "09:00" },
    ]);
    expect(await read(sql`select said, lifted_at is null as blocks from suppressions order by said`)).toEqual(
      [
        { said: gone, blocks: true },
        { said: refused, blocks: false },
        { said: relay, blocks: false },
      ],
    );
  });
}, 30_000);

test("a dump can be restored: what a column is made of is found without a search path", async () => {
  const database = await host.database();
  const organization = newId();
  await database.system(async (db) => {
    await emptyAsOf(db);
    // As pg_dump does, which makes triggers after the rows.
    await db.execute(sql`alter table mails disable trigger user`);
    await db.execute(
      sql`insert into organizations (id, name, timezone) values (${organization}, 'Old', 'UTC')`,
    );
    const restored = await db.transaction(async (tx) => {
      await tx.execute(sql`set local search_path = ''`);
      return tx.execute(sql`insert into public.mails (organization_id, id, kind, to_address, to_name, subject)
        values (${organization}, ${newId()}, 'test', 'Z@Example.com', 'Zoë', 'Größe 54') returning search`);
    });
    expect(restored.rows).toEqual([{ search: " zoe z@example.com grosse 54" }]);
  });
}, 30_000);

test("the demo of before says that it is one, the store beside it does not, and everybody signs in as before", async () => {
  const database = await host.database();
  const store = async (db: Db, name: string, password: string, emails: string[]) => {
    const organization = newId();
    await db.execute(
      sql`insert into organizations (id, name, timezone) values (${organization}, ${name}, 'UTC')`,
    );
    const hash = await hashPassword(password);
    for (const email of emails) {
      await db.execute(sql`insert into users (organization_id, id, email, first_name, last_name, role, password_hash)
        values (${organization}, ${newId()}, ${email}, 'Ada', 'Finch', 'ADMIN', ${hash})`);
    }
    return organization;
  };
  const people = ["owner@example.com", "admin@example.com", "staff@example.com"];
  const own = ["ada@store.example", "bo@store.example", "cy@store.example"];
  const [demo, real] = await database.system(async (db) => {
    await emptyAsOf(db, 11);
    // A real store may have the demo's name.
    const made = [
      await store(db, "Marlow & Finch", DEMO_PASSWORD, people),
      await store(db, "Marlow & Finch", "Ada-keeps-1", own),
    ];
    await migrateToLatest(db);
    return made;
  });
  const { rows } = await database.system((db) =>
    db.execute(sql`select id, is_demo as "isDemo", setup, everybody_deletes_contacts as "everybody",
        open_appointments as "openAppointments" from organizations order by is_demo desc`),
  );
  // Nobody of before is asked to set anything up, or loses a right.
  expect(rows).toEqual([
    { id: demo, isDemo: true, setup: null, everybody: true, openAppointments: 5 },
    { id: real, isDemo: false, setup: null, everybody: true, openAppointments: 5 },
  ]);

  const signIn = async (email: string, password: string) =>
    (await host.call("auth.login", null, { body: { email, password } })).status;
  for (const email of own) expect(await signIn(email, "Ada-keeps-1")).toBe(200);
  // The published password opens nothing beside a real store.
  expect(await signIn("staff@example.com", DEMO_PASSWORD)).toBe(401);
  await database.system((db) => db.execute(sql`delete from organizations where id = ${real}`));
  for (const email of people) expect(await signIn(email, DEMO_PASSWORD)).toBe(200);
}, 60_000);
