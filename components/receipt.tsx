import { Fragment, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { useRead } from "#lib/api/use-read.ts";
import type { Face } from "#lib/contract/brand.ts";
import type { Money } from "#lib/contract/money.ts";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import type { SalePayment } from "#lib/contract/sale-items.ts";
import { totalsOf } from "#lib/contract/sale-totals.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { isWalkIn } from "#lib/contract/walk-in.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { useMay, useMoney } from "./shell/use-me.ts";
import { logoSrc } from "./store-mark.tsx";
import { usePrint } from "./use-print.ts";

type Props = { sale: Sale; store: string; timezone: string | undefined; onPrinted: () => void };

/** Prints as soon as everything on it is known. Its layout follows the width of the paper. */
export function Receipt({ sale, store, timezone, onPrinted }: Props) {
  const money = useMoney();
  const mayAsk = useMay()("organization.brand");
  const brand = useRead("organization.brand", {});
  const paid = useRead("payments.ofSale", sale.method ? null : { params: { id: sale.id } });
  const isReady = !mayAsk || ((brand.data || brand.error) && (sale.method || paid.data || paid.error));
  const logo = logoSrc(brand.data?.logo ?? null);
  usePrint(Boolean(isReady), () => loaded(logo), onPrinted);
  const facts = [
    ["Date", formatDay(readDay(sale.createdAt, timezone))],
    ...plainSaleFields.map(({ key, short }) => [short, sale[key]]),
    ["Customer", isWalkIn(sale.contact) ? null : sale.contact?.name],
    ["Sold by", sale.soldBy?.name],
    ["Item", !sale.items && sale.productCategory?.name],
  ].filter(([, value]) => value);
  return createPortal(
    <article data-paper="alone" aria-label="Receipt" className="receipt text-black tabular-nums">
      <Head face={brand.data} store={store} logo={logo} />
      <dl className="mt-6 grid gap-2 border-y py-4">
        {facts.map(([term, value]) => (
          <Line key={String(term)} term={term}>
            {value}
          </Line>
        ))}
      </dl>
      <Items sale={sale} money={money} />
      <Sums sale={sale} money={money} payments={paid.data ?? []} timezone={timezone} />
      <p className="pt-4">Thank you.</p>
    </article>,
    document.body,
  );
}

async function loaded(logo: string | null): Promise<void> {
  if (!logo) return;
  const picture = new Image();
  picture.src = logo;
  await picture.decode().catch(() => {});
}

type HeadProps = { face: Face | undefined; store: string; logo: string | null };

function Head({ face, store, logo }: HeadProps) {
  const contact = [face?.phone, face?.website.replace(/^https?:\/\//, "")].filter(Boolean).join(" · ");
  return (
    <header>
      {/* biome-ignore lint/performance/noImgElement: the host stores it in the size that pages need */}
      {logo && <img src={logo} alt="" className="mb-2 size-12" />}
      <h1>{face?.name || store}</h1>
      {face?.address && <p>{face.address}</p>}
      {contact && <p>{contact}</p>}
      <p className="mt-1">Receipt</p>
    </header>
  );
}

type LineProps = { term: ReactNode; children: ReactNode; className?: string };

function Line({ term, children, className = "" }: LineProps) {
  return (
    <div className={`flex justify-between gap-6 ${className}`}>
      <dt>{term}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}

function Items({ sale: { items = [] }, money }: { sale: Sale; money: Money }) {
  if (items.length === 0) return null;
  const totals = totalsOf({ items: items.map(pricedItem) }, money.digits);
  return (
    <dl className="grid gap-2 border-b py-4">
      {items.map(({ id, description, productCategory, quantity, price, discount }, at) => {
        const { amount = "0", off = "0" } = totals.items[at] ?? {};
        const each = quantity > 1 ? ` ${quantity} × ${money.format(price ?? 0)}` : "";
        return (
          <Fragment key={id}>
            <Line term={`${description || productCategory?.name || "Item"}${each}`}>
              {money.format(Number(amount))}
            </Line>
            {discount && (
              <Line term={discount.kind === "percent" ? `Discount ${discount.value}%` : "Discount"}>
                −{money.format(Number(off))}
              </Line>
            )}
          </Fragment>
        );
      })}
    </dl>
  );
}

type Item = NonNullable<Sale["items"]>[number];

function pricedItem({ price, quantity, discount }: Item) {
  return {
    price: price ?? 0,
    quantity,
    discount: discount?.value == null ? null : { kind: discount.kind, value: discount.value },
  };
}

type SumsProps = { sale: Sale; money: Money; payments: SalePayment[]; timezone: string | undefined };

function Sums({ sale, money, payments, timezone }: SumsProps) {
  const { cost, refunded, open, method, discount, items = [] } = sale;
  const rate = Number(sale.tax?.rate ?? 0);
  const tax = Number(sale.tax?.amount ?? 0);
  const isAdded = rate > 0 && !sale.tax?.isIncluded;
  const added = isAdded ? tax : 0;
  const whole = discount?.value == null ? null : { kind: discount.kind, value: discount.value };
  const off = Number(totalsOf({ items: items.map(pricedItem), discount: whole }, money.digits).off);
  const amount = (value: number) => money.format(value);
  return (
    <dl className="grid gap-2 pt-4">
      {(off > 0 || isAdded) && <Line term="Subtotal">{amount(money.sum([Number(cost), off, -added]))}</Line>}
      {off > 0 && <Line term="Discount">−{amount(off)}</Line>}
      {isAdded && <Line term={`Sales tax ${rate}%`}>{amount(tax)}</Line>}
      <Line term="Total" className="font-semibold text-lg">
        {cost === null ? "—" : amount(Number(cost))}
      </Line>
      {rate > 0 && !isAdded && <Line term={`Includes tax ${rate}%`}>{amount(tax)}</Line>}
      {method && <Line term={`Paid by ${method.toLowerCase()}`}>{amount(Number(cost))}</Line>}
      {payments.map(({ id, amount: part, method, createdAt }) => (
        <Line
          key={id}
          term={`Paid by ${method?.toLowerCase()}, ${formatDay(readDay(createdAt, timezone), { short: true, timezone })}`}
        >
          {amount(part ?? 0)}
        </Line>
      ))}
      {refunded ? <Line term="Refunded">−{amount(refunded)}</Line> : null}
      {open ? (
        <Line term="Balance due" className="font-semibold">
          {amount(open)}
        </Line>
      ) : null}
    </dl>
  );
}
