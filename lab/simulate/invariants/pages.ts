import type { Person } from "../world.ts";
import { type Invariant, rowsOf, sql } from "./invariant.ts";

const LISTS = [
  ["contacts.list", "contacts", {}],
  ["sales.list", "purchases", {}],
  ["mails.list", "mails", {}],
] as const;
const LIMIT = 37;

export const pages: Invariant = {
  name: "pages",
  says: "A list that is paged through completely shows each row once.",
  async check(look) {
    const wrong: string[] = [];
    for (const { id, name: store, people } of look.stores) {
      const [owner] = people as [Person];
      for (const [name, table, query] of LISTS) {
        const ids: string[] = [];
        for (let page = 1; ; page++) {
          const said = await look.world.look(name, owner, { query: { ...query, limit: LIMIT, page } });
          const rows = said.body as { id: string }[];
          if (said.status !== 200)
            wrong.push(`${name} answered ${said.status}: ${JSON.stringify(said.body)}`);
          if (said.status !== 200) break;
          ids.push(...rows.map((row) => row.id));
          if (rows.length < LIMIT || page > 200) break;
        }
        const [all] = await rowsOf<{ count: number }>(
          look,
          sql`select count(*)::int as count from ${sql.identifier(table)} where organization_id = ${id}`,
        );
        if (ids.length !== all?.count || new Set(ids).size !== ids.length)
          wrong.push(
            `${store}: ${name} shows ${ids.length} rows, ${new Set(ids).size} different, of ${all?.count}`,
          );
      }
    }
    return wrong;
  },
};
