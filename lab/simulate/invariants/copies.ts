import { now } from "../machine.ts";
import type { Person } from "../world.ts";
import { type Invariant, isNew, lines, rowsOf, sql, storesInTurn } from "./invariant.ts";

const LIMIT = 100;

export const copies: Invariant = {
  name: "copies",
  says: "A sale has the current names of its customer and category, and search finds it by them.",
  async check(look) {
    const wrong = lines(
      await rowsOf(
        look,
        sql`select p.id, p.contact_name, c.first_name, c.last_name from purchases p
            join contacts c on c.organization_id = p.organization_id and c.id = p.contact_id
          where (${isNew(look, "p")} or ${isNew(look, "c")}) and p.contact_name <> trim(c.first_name || ' ' || c.last_name)`,
      ),
    );
    wrong.push(
      ...lines(
        await rowsOf(
          look,
          sql`select sold.id, sold.category, c.name from (select id, product_category_id, product_category_name as category from purchases
              union all select purchase_id, product_category_id, product_category_name from sale_items) sold
            join product_categories c on c.id = sold.product_category_id where sold.category <> c.name limit 5`,
        ),
      ),
    );
    for (const { id, name, people, random } of storesInTurn(look)) {
      const [owner] = people as [Person];
      const buyers = await rowsOf<{ id: string; lastName: string; sales: string[] }>(
        look,
        sql`select c.id, c.last_name as "lastName", array_agg(p.id) as sales from contacts c
            join purchases p on p.organization_id = c.organization_id and p.contact_id = c.id
          where c.organization_id = ${id} and c.last_name ~ 'Q[a-j]{5}' and p.created_at <= ${new Date(now()).toISOString()}::timestamptz
          group by c.organization_id, c.id order by max(c.updated_at) desc limit 40`,
      );
      for (let n = 0; n < Math.min(3, buyers.length); n++) {
        const { id: buyer, lastName, sales } = random.pick(buyers);
        const query = { search: /Q[a-jy]{5,}/.exec(lastName)?.[0] ?? "", limit: LIMIT, page: 1 };
        const found = await look.world.look("contacts.list", owner, { query });
        const sold = await look.world.look("sales.list", owner, { query });
        const ids = new Set(
          [found.body, sold.body].flatMap((all) => (all as { id: string }[]).map((one) => one.id)),
        );
        const missing = [buyer, ...sales].filter((one) => !ids.has(one));
        if (missing.length > 0) wrong.push(`${name}: ${query.search} doesn't find ${missing}`);
      }
    }
    return wrong;
  },
};
