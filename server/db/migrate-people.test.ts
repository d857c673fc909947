import { sql } from "drizzle-orm";
import { emptyAsOf, migrateToLatest } from "#server/testing/database.ts";
import { testHost } from "#server/testing/host.ts";
import { newId } from "./id.ts";

const host = testHost();
const WEEK = JSON.stringify(Array(7).fill(Array(24).fill(true)));
const BOOKED = "2026-12-01 15:00:00+00";

test("the store's account becomes that of who connected it, with calendar and hours; bookings keep their instants", async () => {
  const database = await host.database();
  await database.system(async (db) => {
    await emptyAsOf(db, 22);
    const person = async (store: string, role: string, firstName: string) => {
      const id = newId();
      await db.execute(sql`insert into users (organization_id, id, email, first_name, last_name, role)
        values (${store}, ${id}, ${`${id}@example.com`}, ${firstName}, 'Finch', ${sql.raw(`'${role}'`)})`);
      return id;
    };
    /** A store with an account, bookings and events, as the version before kept them. */
    const store = async (connectedBy: "owner" | "admin" | "gone" | "nobody" | null) => {
      const id = newId();
      await db.execute(sql`insert into organizations (id, name, timezone) values (${id}, 'Old', 'UTC')`);
      const [owner, admin] = [await person(id, "OWNER", "Ada"), await person(id, "ADMIN", "Bea")];
      const by = { owner, admin, gone: newId(), nobody: null }[connectedBy ?? "nobody"];
      const account = newId();
      if (connectedBy) {
        await db.execute(sql`insert into accounts
          (organization_id, id, provider, address, connected_by, calendar_id, availability, error)
          values (${id}, ${account}, 'imap', 'hello@example.com', ${by}, 'work', ${WEEK}::jsonb, 'Connect it again')`);
        await db.execute(sql`insert into incidents (organization_id, id, kind, key, audience, title, text, href, began_at)
          values (${id}, ${newId()}, 'mail', '', 'leaders', 't', 't', '/dashboard', now())`);
      }
      const booking = newId();
      await db.execute(sql`insert into bookings
        (organization_id, id, title, name, email, timezone, starts_at, ends_at, request_key)
        values (${id}, ${booking}, 'Fitting', 'Zoë', 'z@example.com', 'UTC', ${BOOKED},
          ${BOOKED}::timestamptz + interval '1 hour', ${booking})`);
      await db.execute(sql`insert into calendar_events (organization_id, calendar_id, uid, title, starts_at, ends_at)
        values (${id}, 'store', ${booking}, 'Fitting', ${BOOKED}, ${BOOKED}::timestamptz + interval '1 hour')`);
      await db.execute(sql`insert into former_events (organization_id, calendar_id, booking_id, ends_at, left_at, due_at)
        values (${id}, 'home', ${booking}, ${BOOKED}, now(), now())`);
      return { id, owner, admin, account };
    };
    const stores = [];
    for (const by of ["owner", "admin", "gone", "nobody", null] as const) {
      stores.push({ by, ...(await store(by)) });
    }
    await migrateToLatest(db);

    for (const { by, id, owner, admin, account } of stores) {
      const heir = by === "admin" ? admin : owner;
      const { rows } = await db.execute(sql`select
        (select json_agg(json_build_array(id, user_id, is_stores, calendar_id)) from accounts where organization_id = ${id}) as accounts,
        (select json_agg(id) from users where organization_id = ${id} and availability is not null) as bookable,
        (select json_agg(json_build_array(user_id, starts_at = ${BOOKED}::timestamptz, blocked_from = starts_at,
          blocked_until = ends_at and answers = '[]')) from bookings where organization_id = ${id}) as bookings,
        (select json_agg(json_build_array(user_id, calendar_id)) from calendar_events where organization_id = ${id}) as events,
        (select json_agg(json_build_array(user_id, calendar_id)) from former_events where organization_id = ${id}) as former,
        (select json_agg(key) from incidents where organization_id = ${id}) as troubles`);
      expect([by, rows[0]]).toEqual([
        by,
        {
          accounts: by ? [[account, heir, true, "work"]] : null,
          bookable: by ? [heir] : null,
          bookings: [[heir, true, true, true]],
          events: [[heir, "store"]],
          former: [[heir, "home"]],
          troubles: by ? [account] : null,
        },
      ]);
    }
  });
}, 30_000);
