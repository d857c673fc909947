import { type Invariant, isNew, lines, rowsOf, sql } from "./invariant.ts";

export const paid: Invariant = {
  name: "paid",
  says: "Payments and refunds never exceed a sale's cost, and its items add up to that cost.",
  check: async (look) =>
    lines(
      await rowsOf(
        look,
        sql`select p.id, p.cost, r.refunded, y.paid from purchases p,
            lateral (select coalesce(sum(amount), 0) as refunded from refunds r where r.organization_id = p.organization_id and r.purchase_id = p.id) r,
            lateral (select coalesce(sum(amount), 0) as paid from sale_payments y where y.organization_id = p.organization_id and y.purchase_id = p.id) y
          where (${isNew(look, "p")} or p.id in (select purchase_id from refunds n where ${isNew(look, "n")}
              union all select purchase_id from sale_payments n where ${isNew(look, "n")}
              union all select purchase_id from sale_items n where ${isNew(look, "n")}))
            and (r.refunded > p.cost or y.paid > p.cost or p.has_items
              and p.cost <> (select sum(total) from sale_items i where i.organization_id = p.organization_id and i.purchase_id = p.id))`,
      ),
    ),
};
