import { type SQL, sql } from "drizzle-orm";
import type { SaleCondition, SaleSegment } from "#lib/contract/sale-segments.ts";
import type { SaleState } from "#lib/contract/sale-states.ts";
import { saleColumn } from "#server/platform/db/built-in.ts";
import { isId } from "#server/platform/db/id.ts";
import { owned, storeId } from "#server/platform/db/owned.ts";
import { openOf, soldFrom } from "#server/platform/db/sale-items.ts";
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

export const isOpen = sql`not ${purchases.isPaidAtOnce} and ${purchases.cost} - ${purchases.refunded} - ${purchases.paid} > 0`;

const states: Record<SaleState, SQL> = {
  paid: sql`not (${isOpen}) and ${purchases.refunded} = 0`,
  partPaid: sql`${isOpen} and ${purchases.paid} <> 0`,
  open: sql`${isOpen} and ${purchases.paid} = 0`,
  partRefunded: sql`not (${isOpen}) and ${purchases.refunded} <> 0 and ${purchases.refunded} < ${purchases.cost}`,
  refunded: sql`not (${isOpen}) and ${purchases.refunded} <> 0 and ${purchases.refunded} >= ${purchases.cost}`,
};

function clauseOf(condition: SaleCondition, texts: Texts, moment: Moment): SQL {
  switch (condition.field) {
    case "soldAt":
      return within(sql`${purchases.createdAt}`, condition.period, moment);
    case "cost":
      return sql`${purchases.cost} ${than(condition)}`;
    case "open":
      return sql`${openOf} ${than(condition)}`;
    case "payment":
      return states[condition.is];
    case "category":
      return isId(condition.categoryId) ? soldFrom(condition.categoryId) : sql`false`;
    case "refunded":
      return sql`${purchases.refunded} <> 0`;
    case "discounted":
      return sql`(${isReduced(sql`${purchases.percentOff}`, sql`${purchases.amountOff}`)} or ${purchases.hasItems} and exists (
        select from ${owned("sale_items", "i")} where i.purchase_id = ${purchases.id} and ${isReduced(sql`i.percent_off`, sql`i.amount_off`)}))`;
    case "method":
      return sql`(coalesce(${paidBy(purchases.method.getSQL(), condition.is)}, false) or not ${purchases.isPaidAtOnce} and exists (
        select from ${owned("sale_payments", "y")} where y.purchase_id = ${purchases.id} and ${paidBy(sql`y.method`, condition.is)}))`;
    case "customer":
      return written(purchases.contactName.getSQL(), texts);
    case "own":
      return ownFits(purchases, condition, texts, moment);
    default:
      return written(sql`coalesce(${saleColumn(condition.field)}, '')`, texts);
  }
}

function paidBy(column: SQL, method: string): SQL {
  const nameOf = (one: SQL) =>
    sql`lower(coalesce((select method_names from organizations where id = ${storeId}) ->> ${one}, ${one}))`;
  const asked = sql`${method}::text`;
  return sql`(lower(${column}) = lower(${asked}) or ${nameOf(column)} = ${nameOf(asked)})`;
}

const isReduced = (percent: SQL, amount: SQL) => sql`(${percent} is not null or ${amount} is not null)`;

const than = ({ is, amount }: { is: "over" | "under"; amount: string }) =>
  sql`${is === "over" ? sql`>` : sql`<`} ${amount}::numeric`;

function written(column: SQL, texts: Texts): SQL {
  return texts.list.length > 0 ? containsText(column, texts) : sql`${column} <> ''`;
}
