import type { Money } from "./money.ts";
import type { Discount } from "./sale-totals.ts";

type TypedPrice = { price: string; quantity: number; discount: Discount | null };

const MAX_LENGTH = 60;
const TIMES = /^(\d{1,3})\s*[x×*]\s*/i;
const MINUS = /[-−–]/;
const PERCENT = /^(\d{1,3}(?:[.,]\d{1,4})?)\s*%$/;
const AMOUNT = /^(\d+(\.\d*)?|\.\d+)$/;

/** "1240.50 - 10%", "1,240.50 − 50", "3 x 85". Null for a plain amount and everything else. */
export function readPrice(text: string, money: Money): TypedPrice | null {
  if (text.length > MAX_LENGTH) return null;
  const typed = text.trim();
  const times = TIMES.exec(typed);
  const rest = times ? typed.slice(times[0].length) : typed;
  const [before = "", less, ...more] = rest.split(MINUS);
  if (more.length > 0 || (!times && less === undefined)) return null;
  const price = money.read(before.trim());
  const discount = less === undefined ? null : discountOf(less, money);
  if (!AMOUNT.test(price) || (less !== undefined && !discount)) return null;
  return { price, quantity: Number(times?.[1] ?? 1), discount };
}

/** "10%" or "50". Null if it is neither. */
export function discountOf(text: string, money: Money): Discount | null {
  const typed = text.trim();
  const percent = PERCENT.exec(typed)?.[1]?.replace(",", ".");
  if (percent !== undefined) return Number(percent) > 0 ? { kind: "percent", value: percent } : null;
  const amount = money.read(typed);
  return AMOUNT.test(amount) && Number(amount) > 0 ? { kind: "amount", value: amount } : null;
}
