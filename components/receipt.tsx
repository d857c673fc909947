import clsx from "clsx";
import { createPortal } from "react-dom";
import { useRead } from "#lib/api/use-read.ts";
import type { Face } from "#lib/contract/brand.ts";
import { type ReceiptLine, receiptOf } from "#lib/contract/receipt.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { formatDate } from "#lib/dates.ts";
import { PAPER_KEY } from "#lib/receipt-paper.ts";
import { dotted } from "#lib/text.ts";
import { useMay, useMe, useMoney } from "./shell/use-me.ts";
import { logoSrc } from "./store-mark.tsx";
import { usePrint } from "./use-print.ts";

type Props = { sale: Sale; store: string; timezone: string | undefined; onPrinted: () => void };

export function Receipt({ sale, store, timezone, onPrinted }: Props) {
  const money = useMoney();
  const { data: me } = useMe();
  const mayAsk = useMay()("organization.brand");
  const brand = useRead("organization.brand", {});
  const paid = useRead("payments.ofSale", sale.method ? null : { params: { id: sale.id } });
  const isReady = !mayAsk || ((brand.data || brand.error) && (sale.method || paid.data || paid.error));
  const logo = logoSrc(brand.data?.logo ?? null);
  usePrint(Boolean(isReady), () => loaded(logo), onPrinted);
  const day = (at: string | null) => formatDate(at, timezone, { short: at !== sale.createdAt });
  const { facts, items, sums } = receiptOf(sale, paid.data ?? [], { money, day, methods: me?.methods });
  return createPortal(
    <article
      data-paper="alone"
      aria-label="Receipt"
      className={clsx("receipt text-black tabular-nums", pageOf(me?.money?.notation))}
    >
      <Head face={brand.data} store={store} logo={logo} />
      <Lines of={facts} className="mt-6 border-y py-4" />
      {items.length > 0 && <Lines of={items} className="border-b py-4" />}
      <Lines of={sums} className="pt-4" />
      <p className="pt-4">Thank you.</p>
      {brand.data?.receiptText && <p>{brand.data.receiptText}</p>}
    </article>,
    document.body,
  );
}

function pageOf(notation: string | undefined): string | undefined {
  switch (localStorage.getItem(PAPER_KEY)) {
    case "roll":
      return "page-roll";
    case "half":
      return notation === "en-US" ? "page-half-letter" : "page-a5";
  }
}

async function loaded(logo: string | null): Promise<void> {
  if (!logo) return;
  const picture = new Image();
  picture.src = logo;
  await picture.decode().catch(() => {});
}

type HeadProps = { face: Face | undefined; store: string; logo: string | null };

function Head({ face, store, logo }: HeadProps) {
  const contact = dotted(face?.phone, face?.website.replace(/^https?:\/\//, ""));
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

function Lines({ of, className }: { of: ReceiptLine[]; className: string }) {
  return (
    <dl className={clsx("grid gap-2", className)}>
      {of.map(({ term, value, is }, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a receipt never changes
          key={at}
          className={clsx("flex justify-between gap-6", is && "font-semibold", is === "total" && "text-lg")}
        >
          <dt>{term}</dt>
          <dd className="text-right">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
