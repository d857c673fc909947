import type { Person } from "../world.ts";
import { type Invariant, rowsOf, sql, storesInTurn } from "./invariant.ts";

const LISTS = [
  ["contacts.list", "contacts", {}],
  ["sales.list", "purchases", {}],
  ["mails.list", "mails", {}],
] as const;
const [SHORT, LONG] = [19, 97];
/** Longer lists are only paged through completely on some days. */
const PAGES = 40;
const EVERY_DAYS = 10;

export const pages: Invariant = {
  name: "pages",
  says: "A list that is paged through completely shows each row once.",
  async check(look) {
    const wrong: string[] = [];
    const isAll = look.isEnd || look.day % EVERY_DAYS === 0;
    for (const { id, name: store, people, random } of storesInTurn(look)) {
      const [owner] = people as [Person];
      for (const [name, table, query] of LISTS) {
        const ids: string[] = [];
        const [all] = await rowsOf<{ count: number }>(
          look,
          sql`select count(*)::int as count from ${sql.identifier(table)} where organization_id = ${id}`,
        );
        const count = all?.count ?? 0;
        const limit = isAll && count > PAGES * SHORT ? LONG : SHORT;
        const pages = Math.ceil((count + 1) / limit);
        const first = isAll || pages <= PAGES ? 1 : random.between(1, pages - PAGES + 1);
        const last = first === 1 ? pages : first + PAGES - 1;
        for (let page = first; page <= last; page++) {
          const said = await look.world.look(name, owner, { query: { ...query, limit, page } });
          const rows = said.body as { id: string }[];
          if (said.status !== 200)
            wrong.push(`${name} answered ${said.status}: ${JSON.stringify(said.body)}`);
          if (said.status !== 200) break;
          ids.push(...rows.map((row) => row.id));
        }
        const expected = Math.min(count, last * limit) - (first - 1) * limit;
        if (ids.length !== expected || new Set(ids).size !== ids.length)
          wrong.push(
            `${store}: ${name} shows ${ids.length} rows, ${new Set(ids).size} different, of ${expected}`,
          );
      }
    }
    return wrong;
  },
};
