import { newId } from "#server/platform/db/id.ts";
import { now } from "../machine.ts";
import { MERGED } from "../people.ts";
import { nextState } from "../repairs.ts";
import { HOUR, type Person } from "../world.ts";
import {
  currentTransaction,
  type Invariant,
  isNew,
  type Look,
  rowsOf,
  type SQL,
  sql,
  storesInTurn,
  storeTables,
} from "./invariant.ts";

/** What an undo itself writes, or what isn't a record. */
const OTHERS = /^(journal|reverts|sessions|attempts|idempotency_keys|incidents|merges|stored_.*|search_.*)$/;
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

/** Only shown after the contact's deletion. */
const UNUSED = sql`case when t.tableoid = 'repairs'::regclass and to_jsonb(t)->>'contact_id' is not null then 'contact_name' else '' end`;

type Copy = { count: number; rows: Map<string, string> };

class Rows {
  #look: Look;
  #id: string;
  #copies = new Map<string, Copy>();
  #since = 0;

  constructor(look: Look, id: string) {
    this.#look = look;
    this.#id = id;
  }

  async changes(look: Look): Promise<string[]> {
    this.#look = look;
    const since = this.#since;
    this.#since = await currentTransaction(look);
    const tables = (await storeTables(look)).filter((name) => !OTHERS.test(name));
    const marks = await this.#all<{ name: string; count: number; last: string }>(
      tables,
      sql`count(*)::int as count, coalesce(max(xmin::text::bigint), 0)::text as last`,
    );
    const written = marks.filter(
      ({ name, count, last }) => Number(last) >= since || count !== this.#copies.get(name)?.count,
    );
    if (written.length === 0) return [];
    const found = await this.#all<{ name: string; place: string; row: string | null }>(
      written.map(({ name }) => name),
      sql`ctid::text as place, case when ${isNew({ since }, "t")} then (to_jsonb(t) - ${`{${MOVING}}`}::text[] - ${UNUSED})::text end as row`,
    );
    const differences: string[] = [];
    for (const { name, count } of written) {
      const before = this.#copies.get(name)?.rows ?? new Map<string, string>();
      const rows = new Map<string, string>();
      for (const one of found)
        if (one.name === name) rows.set(one.place, one.row ?? before.get(one.place) ?? "unknown");
      this.#copies.set(name, { count, rows });
      const [was, is] = [new Set(before.values()), new Set(rows.values())];
      for (const row of was) if (!is.has(row)) differences.push(`before: ${name} ${row}`);
      for (const row of is) if (!was.has(row)) differences.push(`after:  ${name} ${row}`);
    }
    return differences.sort((a, b) => a.slice(8).localeCompare(b.slice(8)));
  }

  #all<T extends Record<string, unknown>>(tables: string[], columns: SQL): Promise<T[]> {
    const each = tables.map(
      (name) => sql`select ${sql.raw(`'${name}'`)} as name, ${columns} from ${sql.identifier(name)} t
        where organization_id = ${this.#id}`,
    );
    return rowsOf<T>(this.#look, sql.join(each, sql` union all `));
  }
}

const copies = new Map<string, Rows>();

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
            const merged = await world.look("contacts.merge", owner, { body });
            if (merged.status !== 200 && merged.status !== 409)
              return `merging answered ${merged.status}: ${JSON.stringify(merged.body)}`;
            if (merged.status !== 200) return "";
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
            await rows.changes(look);
            const startsAt = at(random.between(2, 90));
            const change = { startsAt, version, allow: ["HOURS"] };
            const moved = await world.look("bookings.move", owner, { params, body: change });
            if (moved.status === 200) {
              const undo = { version: moved.body.version };
              const back = await world.look("bookings.undo", owner, { params, body: undo });
              if (back.status !== 200) return `undoing the move answered ${JSON.stringify(back.body)}`;
              const changed = (await rows.changes(look)).filter((row) => !/: +mails /.test(row));
              if (changed.length > 0) return `after undoing the move: ${changed.join("\n")}`;
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
            const { status: moved } = await world.look("repairs.move", owner, {
              params,
              body: nextState(store, body.state),
            });
            const from = (await world.look("repairs.get", owner, { params })).body.state;
            const back = await world.look("repairs.undo", owner, { params, body: { from } });
            return moved === 200 && back.status === 200 ? "" : `${moved}, ${JSON.stringify(back.body)}`;
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
      const rows = copies.get(id) ?? new Rows(look, id);
      copies.set(id, rows);
      await rows.changes(look);
      for (const [what, act] of tries) {
        const said = await act();
        if (said) wrong.push(`${what} of ${one.id} and ${other.id}: ${said}`);
        const changed = await rows.changes(look);
        if (changed.length > 0 && !what.startsWith("book"))
          wrong.push(`${what} of ${one.id} and ${other.id}:`, ...changed.slice(0, 12));
      }
    }
    return wrong;
  },
};
