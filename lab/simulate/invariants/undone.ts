import { newId } from "#server/platform/db/id.ts";
import { now } from "../machine.ts";
import { awayOf } from "../owner.ts";
import { MERGED } from "../people.ts";
import { nextState } from "../repairs.ts";
import { HOUR, type Person } from "../world.ts";
import { type Invariant, type Look, rowsOf, type SQL, sql, storesInTurn, storeTables } from "./invariant.ts";
import { lostIn, snapshot } from "./merged.ts";

/** What an undo itself writes, or what isn't a record. */
const OTHERS =
  /^(accounts|journal|reverts|sessions|attempts|idempotency_keys|incidents|merges|stored_.*|search_.*)$/;
const MOVING = [
  "version",
  "updated_at",
  "line_due_at",
  "sequence",
  "undo",
  "undo_until",
  "calendar_state",
  "calendar_due_at",
  "calendar_attempts",
];

/** A total of zero is the same as none. */
const NO_SUM = /^daily_totals .*"amount": 0(\.0+)?[,}]/;

let isWatched = false;

async function watch(look: Look): Promise<void> {
  if (!isWatched) {
    const tables = (await storeTables(look)).filter((name) => !OTHERS.test(name));
    const each = tables.map(
      (name) => `create trigger watched after insert or update or delete on "${name}" for each row
        when (current_setting('watched.is_on', true) = 'yes') execute function watched.keep();`,
    );
    await rowsOf(
      look,
      sql.raw(`create schema watched;
        create table watched.changes (store uuid, name text, was jsonb, becomes jsonb);
        create function watched.keep() returns trigger language plpgsql security definer as $$ begin
          insert into watched.changes select coalesce(new.organization_id, old.organization_id), tg_table_name, to_jsonb(old), to_jsonb(new);
          return null;
        end $$;
        ${each.join("\n")}`),
    );
    isWatched = true;
  }
  await rowsOf(look, sql`set watched.is_on = 'yes'`);
}

async function endWatch(look: Look): Promise<void> {
  await rowsOf(look, sql`set watched.is_on = 'no'`);
}

/** A repair's copy of the customer's name is only shown after the contact's deletion. */
const textOf = (column: SQL) =>
  sql`(${column} - ${`{${MOVING}}`}::text[] - case when name = 'repairs' and ${column}->>'contact_id' is not null
    then 'contact_name' else '' end)::text`;

async function changesOf(look: Look, storeId: string): Promise<string[]> {
  const found = await rowsOf<{ store: string; name: string; was: string | null; becomes: string | null }>(
    look,
    sql`delete from watched.changes returning store, name, ${textOf(sql`was`)} as was, ${textOf(sql`becomes`)} as becomes`,
  );
  const counts = new Map<string, number>();
  for (const { store, name, was, becomes } of found) {
    if (store !== storeId) continue;
    if (was) counts.set(`${name} ${was}`, (counts.get(`${name} ${was}`) ?? 0) - 1);
    if (becomes) counts.set(`${name} ${becomes}`, (counts.get(`${name} ${becomes}`) ?? 0) + 1);
  }
  const differences = [...counts].filter(([row, count]) => count !== 0 && !NO_SUM.test(row));
  return differences
    .map(([row, count]) => `${count < 0 ? "before: " : "after:  "}${row}`)
    .sort((a, b) => a.slice(8).localeCompare(b.slice(8)));
}

async function waitingMails(look: Look, bookingId: string): Promise<string> {
  const rows = await rowsOf(
    look,
    sql`select kind, about->>'what' as what, due_at from mails where booking_id = ${bookingId} and state = 'queued' order by 3, 1, 2`,
  );
  return JSON.stringify(rows);
}

export const undone: Invariant = {
  name: "undone",
  says: "Restoring from the trash, undoing a merge and undoing a bulk change give back the exact rows.",
  async check(look) {
    const { world } = look;
    const wrong: string[] = [];
    for (const store of storesInTurn(look)) {
      const { id, people, customers, sales, random, typeId } = store;
      const [owner] = people as [Person];
      if (customers.length < 4) continue;
      const buyers = customers.filter((each) => sales.some(({ contactId }) => contactId === each.id));
      const one = random.pick(buyers.length > 0 ? buyers : customers);
      const other = random.pick(customers);
      const tries: [string, () => Promise<string>][] = [
        [
          "delete and restore",
          async () => {
            const params = { id: one.id };
            const { status } = await world.look("contacts.delete", owner, { params });
            // A deletion whose answer was lost, or a piece that is still here.
            if (status === 404 && store.marked.get(one.email)?.fate !== "kept") return "";
            if (status === 409) return "";
            if (status !== 200) return `deleting answered ${status}`;
            const { body } = await world.look("trash.list", owner, { query: { kind: "contact", limit: 1 } });
            const back = await world.look("trash.restore", owner, { params: { id: body[0]?.id ?? "" } });
            return back.status === 200
              ? ""
              : `restoring answered ${back.status}: ${JSON.stringify(back.body)}`;
          },
        ],
        [
          "delete and restore a sale",
          async () => {
            const query = { query: { kind: "sale", limit: 1 } };
            const sale = sales.length > 0 ? random.pick(sales) : undefined;
            if (!sale) return "";
            const params = { id: sale.id };
            const { status } = await world.look("sales.delete", owner, { params });
            if (status !== 200) return "";
            const { body } = await world.look("trash.list", owner, query);
            const back = await world.look("trash.restore", owner, { params: { id: body[0]?.id ?? "" } });
            return back.status === 200
              ? ""
              : `restoring answered ${back.status}: ${JSON.stringify(back.body)}`;
          },
        ],
        [
          "merge and unmerge",
          async () => {
            if (one === other) return "";
            const query = { ids: `${one.id},${other.id}` };
            const { body: cards } = await world.look("duplicates.cards", owner, { query });
            if (cards.length !== 2) return "";
            const from = Object.fromEntries(MERGED.map((key) => [key, random.pick([one, other]).id]));
            const body = { cards: cards.map((card) => ({ id: card.id, version: card.version })), from };
            const before = await snapshot(look, [one.id, other.id]);
            const merged = await world.look("contacts.merge", owner, { body });
            if (merged.status !== 200 && merged.status !== 409)
              return `merging answered ${merged.status}: ${JSON.stringify(merged.body)}`;
            if (merged.status !== 200) return "";
            const lost = lostIn(before, from, await snapshot(look, [merged.body.id]));
            if (lost) return lost;
            const back = await world.look("contacts.unmerge", owner, { params: { id: merged.body.change } });
            if (back.status !== 200) return `unmerging answered ${back.status}: ${JSON.stringify(back.body)}`;
            return back.body.kept.length > 0 ? `kept ${JSON.stringify(back.body.kept)}` : "";
          },
        ],
        [
          "book, move and undo",
          async () => {
            const soon = Math.ceil(now() / HOUR) * HOUR;
            const at = (hours: number) => new Date(soon + hours * HOUR).toISOString();
            const body = {
              ...{ contactId: one.id, caller: null, personId: owner.id, typeId, title: null, minutes: 60 },
              ...{ startsAt: at(random.between(2, 90)), note: null, key: newId(), allow: ["HOURS"] },
            };
            const { status, body: made } = await world.look("bookings.create", owner, { body });
            if (status !== 200) return "";
            const params = { id: made.booking.id };
            const { version } = made.booking;
            await changesOf(look, id);
            const mails = () => waitingMails(look, made.booking.id);
            const before = await mails();
            const startsAt = at(random.between(2, 90));
            const change = { startsAt, version, allow: ["HOURS"] };
            const moved = await world.look("bookings.move", owner, { params, body: change });
            if (moved.status === 200) {
              const undo = { version: moved.body.version };
              const back = await world.look("bookings.undo", owner, { params, body: undo });
              if (back.status !== 200) return `undoing the move answered ${JSON.stringify(back.body)}`;
              const changed = (await changesOf(look, id)).filter((row) => !/: +mails /.test(row));
              if (changed.length > 0) return `after undoing the move: ${changed.join("\n")}`;
              const after = await mails();
              if (after !== before) return `emails before: ${before}, after undoing the move: ${after}`;
            }
            const { body: current } = await world.look("bookings.get", owner, { params });
            const back = await world.look("bookings.undo", owner, {
              params,
              body: { version: current.version },
            });
            return back.status === 200 || back.status === 409
              ? ""
              : `undoing answered ${JSON.stringify(back.body)}`;
          },
        ],
        [
          "move a repair and undo",
          async () => {
            const repair = store.repairs.length > 0 ? random.pick(store.repairs) : undefined;
            if (!repair) return "";
            const params = { id: repair.id };
            const { status, body } = await world.look("repairs.get", owner, { params });
            if (status !== 200) return "";
            const productCategory = { id: random.pick(store.products), name: "" };
            const sale = body.contact?.id ? { cost: "85.00", productCategory, invoiceNumber: "" } : null;
            const { status: moved } =
              body.state === "HANDED_OVER" || random.chance(0.5)
                ? await world.look("repairs.move", owner, { params, body: nextState(store, body.state) })
                : await world.look("repairs.handOver", owner, {
                    params,
                    body: { from: body.state, to: null, reason: "Without the slip", sale },
                  });
            if ([404, 409, 422].includes(moved)) return "";
            const from = (await world.look("repairs.get", owner, { params })).body.state;
            const back = await world.look("repairs.undo", owner, { params, body: { from } });
            return moved === 200 && back.status === 200 ? "" : `${moved}, ${JSON.stringify(back.body)}`;
          },
        ],
        [
          "set away and undo",
          async () => {
            const { params, form, chosen } = awayOf(store);
            const plan = await world.look("people.planAway", owner, { params, body: { ...form, rows: [] } });
            if (plan.status !== 200 || plan.body.rows.length === 0) return "";
            const away = await world.look("people.setAway", owner, {
              params,
              body: chosen(plan.body, newId()),
            });
            if (away.status !== 200) return "";
            const { id: bookingId, version } = away.body.booking;
            const undo = { params: { id: bookingId }, body: { version } };
            const back = await world.look("bookings.undo", owner, undo);
            return back.status === 200 ? "" : `undoing answered ${JSON.stringify(back.body)}`;
          },
        ],
        [
          "finish a task and reopen",
          async () => {
            const query = { query: { whose: "all", state: "open", limit: 20 } };
            const { body } = await world.look("tasks.list", owner, query);
            const params = { id: body.length > 0 ? (random.pick(body).id ?? "") : "" };
            if (!params.id) return "";
            const done = await world.look("tasks.setDone", owner, { params, body: { done: true } });
            const back = await world.look("tasks.setDone", owner, { params, body: { done: false } });
            return done.status === 200 && back.status === 200 ? "" : `${done.status}, ${back.status}`;
          },
        ],
        [
          "bulk change and undo",
          async () => {
            const ids = [...new Set([one.id, other.id])];
            const what = random.chance(0.5) ? { do: "delete" } : { do: "tag", name: "Regular" };
            const { status, body } = await world.look("contacts.bulk", owner, {
              body: { what, whom: { ids } },
            });
            if (status === 409) return "";
            if (status !== 200) return `answered ${status}: ${JSON.stringify(body)}`;
            const back = await world.look("contacts.undoBulk", owner, { body: { work: body.work } });
            return back.status === 200 && back.body.kept === 0
              ? ""
              : `undoing answered ${JSON.stringify(back.body)}`;
          },
        ],
      ];
      await watch(look);
      for (const [what, act] of tries) {
        const said = await act();
        if (said) wrong.push(`${what} of ${one.id} and ${other.id}: ${said}`);
        const changed = await changesOf(look, id);
        const others = changed.filter(
          (row) => !what.startsWith("set away") || !/: +(mails|offers|wishes|former_events) /.test(row),
        );
        if (others.length > 0 && !what.startsWith("book"))
          wrong.push(`${what} of ${one.id} and ${other.id}:`, ...others.slice(0, 12));
      }
      await endWatch(look);
    }
    return wrong;
  },
};
