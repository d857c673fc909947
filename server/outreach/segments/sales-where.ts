import { type SQL, sql } from "drizzle-orm";
import type { SaleCondition, SaleSegment } from "#lib/contract/sale-segments.ts";
import { saleColumn } from "#server/platform/db/built-in.ts";
import { isId } from "#server/platform/db/id.ts";
import { purchases } from "#server/platform/db/schema.ts";
import { containsText, groupsOf, ownFits, type Texts, within } from "./where.ts";
import type { Moment } from "./yearly.ts";

export function inSaleSegment(segment: SaleSegment, moment: Moment): SQL {
  const fits = groupsOf(segment, (condition, texts) => {
    const fits = clauseOf(condition, texts, moment);
    return condition.not ? sql`not (${fits})` : fits;
  });
  return sql.join([sql`true`, ...fits], sql` and `);
}

/** Each clause is true or false, never null. */
function clauseOf(condition: SaleCondition, texts: Texts, moment: Moment): SQL {
  switch (condition.field) {
    case "soldAt":
      return within(sql`${purchases.createdAt}`, condition.period, moment);
    case "cost":
      return sql`${purchases.cost} ${condition.is === "over" ? sql`>` : sql`<`} ${condition.amount}::numeric`;
    case "category":
      // An invalid id matches nothing.
      return isId(condition.categoryId)
        ? sql`${purchases.productCategoryId} is not distinct from ${condition.categoryId}::uuid`
        : sql`false`;
    case "refunded":
      return sql`${purchases.refunded} <> 0`;
    case "customer":
      return written(purchases.contactName.getSQL(), texts);
    case "own":
      return ownFits(purchases, condition, texts, moment);
    default:
      return written(sql`coalesce(${saleColumn(condition.field)}, '')`, texts);
  }
}

/** Ignores case and accents. */
function written(column: SQL, texts: Texts): SQL {
  return texts.list.length > 0 ? containsText(column, texts) : sql`${column} <> ''`;
}
