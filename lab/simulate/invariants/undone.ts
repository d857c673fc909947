import { newId } from "#server/platform/db/id.ts";
import { now } from "../machine.ts";
import { MERGED } from "../people.ts";
import { HOUR, type Person } from "../world.ts";
import { type Invariant, type Look, rowsOf, sql } from "./invariant.ts";

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

async function rowsBefore(look: Look, id: string): Promise<Map<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    look,
    sql`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id' order by 1`,
  );
  const each = tables
    .filter(({ name }) => !OTHERS.test(name))
    .map(
      ({
        name,
      }) => sql`select ${sql.raw(`'${name}'`)} as name, (to_jsonb(t) - ${`{${MOVING}}`}::text[])::text as row
        from ${sql.identifier(name)} t where organization_id = ${id}`,
    );
  const rows = await rowsOf<{ name: string; row: string }>(look, sql.join(each, sql` union all `));
  return new Map(rows.map(({ name, row }) => [`${name} ${row}`, name]));
}

function differences(before: Map<string, string>, after: Map<string, string>): string[] {
  const gone = [...before.keys()].filter((row) => !after.has(row)).map((row) => `before: ${row}`);
  const come = [...after.keys()].filter((row) => !before.has(row)).map((row) => `after:  ${row}`);
  return [...gone, ...come].sort((a, b) => a.slice(8).localeCompare(b.slice(8)));
}

export const undone: Invariant = {
  name: "undone",
  says: "Restoring from the trash, undoing a merge and undoing a bulk change give back the exact rows.",
  async check(look) {
    const { world } = look;
    const wrong: string[] = [];
    for (const { id, people, customers, sales, random, typeId } of look.stores) {
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
            const params = { id: sale?.id ?? "" };
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
            const between = await rowsBefore(look, id);
            const startsAt = at(random.between(2, 90));
            const change = { startsAt, version, allow: ["HOURS"] };
            const moved = await world.look("bookings.move", owner, { params, body: change });
            if (moved.status === 200) {
              const undo = { version: moved.body.version };
              const back = await world.look("bookings.undo", owner, { params, body: undo });
              if (back.status !== 200) return `undoing the move answered ${JSON.stringify(back.body)}`;
              const changed = differences(between, await rowsBefore(look, id)).filter(
                (row) => !/: +mails /.test(row),
              );
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
          "bulk change and undo",
          async () => {
            const ids = [...new Set([one.id, other.id])];
            const what = random.chance(0.5) ? { do: "delete" } : { do: "tag", name: "Regular" };
            const { status, body } = await world.look("contacts.bulk", owner, {
              body: { what, whom: { ids } },
            });
            if (status !== 200) return `answered ${status}: ${JSON.stringify(body)}`;
            const back = await world.look("contacts.undoBulk", owner, { body: { work: body.work } });
            return back.status === 200 && back.body.kept === 0
              ? ""
              : `undoing answered ${JSON.stringify(back.body)}`;
          },
        ],
      ];
      let before = await rowsBefore(look, id);
      for (const [what, act] of tries) {
        const said = await act();
        if (said) wrong.push(`${what} of ${one.id} and ${other.id}: ${said}`);
        const after = await rowsBefore(look, id);
        const changed = differences(before, after);
        before = after;
        if (changed.length > 0 && !what.startsWith("book"))
          wrong.push(`${what} of ${one.id} and ${other.id}:`, ...changed.slice(0, 12));
      }
    }
    return wrong;
  },
};
