import { sql as raw } from "drizzle-orm";
import type { Person } from "../world.ts";
import { type Invariant, storeTables } from "./invariant.ts";

export const separate: Invariant = {
  name: "separate",
  says: "Nothing of one store is visible from another, with the queries' own filters and without them.",
  async check(look) {
    const wrong: string[] = [];
    const tables = await storeTables(look);
    const [one, other] = look.stores;
    if (!one || !other) return [];
    for (const name of tables) {
      const count = await look.world.opened.database
        .read(one.id, async (db) => {
          const query = raw`select from ${raw.identifier(name)} where organization_id = ${other.id} limit 1`;
          return (await db.execute(query)).rows.length;
        })
        .catch(() => 0);
      if (count > 0) wrong.push(`${one.name} sees rows of ${name}`);
    }
    const [stranger] = one.people as [Person];
    for (const { id } of other.customers.slice(0, 5)) {
      for (const name of [
        "contacts.get",
        "sales.ofContact",
        "notes.ofContact",
        "timeline.ofContact",
      ] as const) {
        const { status, body } = await look.world.look(name, stranger, { params: { id } });
        if (status === 200 && JSON.stringify(body).length > 40)
          wrong.push(`${name} of another store's contact: ${JSON.stringify(body).slice(0, 80)}`);
      }
    }
    return wrong;
  },
};
