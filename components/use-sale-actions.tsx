"use client";
import { useCallback, useMemo, useState } from "react";
import { useRead } from "#lib/api/use-read.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { saleDetail } from "#lib/sale-detail.ts";
import { useCanMail, useMay, useMe, useMoney } from "./shell/use-me.ts";
import { useUrlState } from "./shell/use-search.ts";
import { part } from "./ui/part.tsx";
import type { RowAction } from "./ui/row-actions.tsx";

const PaymentModal = part(() => import("./payments.tsx"), "PaymentModal");
const RefundModal = part(() => import("./refund-modal.tsx"), "RefundModal");
const Receipt = part(() => import("./receipt.tsx"), "Receipt");
const ReceiptMailModal = part(() => import("./sale-receipt.tsx"), "ReceiptMailModal");
const HistoryModal = part(() => import("./history-modal.tsx"), "HistoryModal");

const whats = ["payment", "refund", "receipt", "mail", "history"] as const;
type OpenDialog = { what: (typeof whats)[number]; sale: Sale };

export function useSaleActions() {
  const may = useMay();
  const isOffered = may("payments.create");
  const mayTakeIn = may("repairs.create");
  const mayLookBack = may("history.ofRecord");
  const canMail = useCanMail();
  const money = useMoney();
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);

  const actions = useCallback(
    (sale: Sale, name: string): RowAction[] => {
      if (!isOffered) return [];
      const open = (what: OpenDialog["what"]) => () => setOpenDialog({ what, sale });
      const left = money.sum([Number(sale.cost ?? 0), -(sale.refunded ?? 0)]);
      const all: (RowAction | false)[] = [
        Boolean(sale.open) && {
          ...{ name: `Take payment for ${name}`, label: "Take payment…", icon: "credit-card", rowKey: "t" },
          ...{ load: PaymentModal.load, onSelect: open("payment") },
        },
        left > 0 && {
          ...{ name: `Refund ${name}`, label: "Refund…", icon: "undo-2", rowKey: "r" },
          ...{ load: RefundModal.load, onSelect: open("refund") },
        },
        {
          ...{ name: `Print receipt for ${name}`, label: "Print receipt", icon: "printer", rowKey: "p" },
          ...{ load: Receipt.load, onSelect: open("receipt") },
        },
        canMail && {
          ...{ name: `Email receipt for ${name}`, label: "Email receipt…", icon: "mail" },
          ...{ load: ReceiptMailModal.load, onSelect: open("mail") },
        },
        mayTakeIn &&
          Boolean(sale.contact?.id) && {
            ...{ name: `Take in ${name}`, label: "Take in for repair", icon: "hammer" },
            href: `/dashboard/repairs/new?contact=${sale.contact?.id}&sale=${sale.id}`,
          },
        mayLookBack && {
          ...{ name: `History of ${name}`, label: "History", icon: "rotate-ccw-clock" },
          ...{ load: HistoryModal.load, onSelect: open("history") },
        },
      ];
      return all.filter((one) => one !== false).map((one) => ({ ...one, inMenu: true }));
    },
    [isOffered, mayTakeIn, mayLookBack, canMail, money],
  );

  const close = useCallback(() => setOpenDialog(null), []);
  const dialog = useMemo(() => openDialog && <Dialog {...openDialog} onClose={close} />, [openDialog, close]);
  return { actions, dialog };
}

export function AskedSaleAction() {
  const [asked, setAsked] = useUrlState("do");
  const [id] = useUrlState("sale");
  const what = whats.find((one) => one === asked);
  const { data: sale } = useRead("sales.get", what && id ? { params: { id } } : null);
  const close = useCallback(() => setAsked(""), [setAsked]);
  return sale && what && <Dialog what={what} sale={sale} onClose={close} />;
}

function Dialog({ what, sale, onClose }: OpenDialog & { onClose: () => void }) {
  const { data: me } = useMe();
  switch (what) {
    case "payment":
      return <PaymentModal sale={sale} onClose={onClose} />;
    case "refund":
      return <RefundModal sale={sale} onClose={onClose} />;
    case "receipt":
      return (
        <Receipt sale={sale} store={me?.organizationName ?? ""} timezone={me?.timezone} onPrinted={onClose} />
      );
    case "mail":
      return <ReceiptMailModal sale={sale} onClose={onClose} />;
    case "history":
      return <HistoryModal id={sale.id} name={saleDetail(sale) || sale.item || "Sale"} onClose={onClose} />;
  }
}
