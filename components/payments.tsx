import { CircleCheck, CreditCard, X } from "lucide-react";
import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { paymentEntryIn } from "#lib/contract/sale-entry.ts";
import type { SalePayment } from "#lib/contract/sale-items.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { walkIn } from "#lib/contract/walk-in.ts";
import { formatDate } from "#lib/dates.ts";
import { saleDetail } from "#lib/sale-detail.ts";
import { AmountField } from "./amount-field.tsx";
import { MethodIcon, useMethodName, useMethodOptions } from "./pay-methods.tsx";
import { ReceiptAddress, ReceiptChoices, useReceiptOfNew } from "./sale-receipt.tsx";
import { useMe, useMoney } from "./shell/use-me.ts";
import { Button, IconButton } from "./ui/button.tsx";
import { confirm } from "./ui/confirm.tsx";
import { FormModal } from "./ui/form-modal.tsx";
import { SelectField } from "./ui/select.tsx";

export function Payments({ sale, payments }: { sale: Sale; payments: SalePayment[] }) {
  const money = useMoney();
  const remove = useAct("payments.delete").act;
  const [isOpen, setOpen] = useState(false);
  const paid = money.sum(payments.map(({ amount }) => amount ?? 0));
  const open = Math.max(0, money.sum([Number(sale.cost ?? 0), -(sale.refunded ?? 0), -paid]));

  async function takeBack({ id, amount }: SalePayment) {
    const text = `${money.format(amount ?? 0)} will be open again.`;
    if (await confirm({ title: "Delete this payment?", text, verb: "Delete" }))
      await remove({ params: { id } });
  }

  return (
    <section aria-label="Payments" className="grid content-start gap-2 border-t pt-3.5 md:col-span-2">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="flex-1 font-semibold">
          Payments
          <span className="heading-note">{open > 0 ? `${money.format(open)} open` : "Paid in full"}</span>
        </h3>
        {open > 0 && (
          <Button onClick={() => setOpen(true)}>
            <CreditCard size={16} strokeWidth={1.75} />
            Take payment
          </Button>
        )}
      </div>
      <PaymentList payments={payments} onDelete={takeBack} />
      {isOpen && <PaymentModal sale={sale} open={open} onClose={() => setOpen(false)} />}
    </section>
  );
}

type ListProps = { payments: SalePayment[]; onDelete?: (payment: SalePayment) => void };

function PaymentList({ payments, onDelete }: ListProps) {
  const money = useMoney();
  const { data: me } = useMe();
  const nameOf = useMethodName();
  return (
    <ul className="grid">
      {payments.map((payment) => {
        const { id, amount, method, createdAt, createdBy } = payment;
        const text = money.format(amount ?? 0);
        return (
          <li key={id} className="flex min-h-11 items-center gap-3 border-b last:border-0">
            <MethodIcon of={method} />
            <span className="min-w-0 flex-1">
              <span className="wrap-anywhere block">{nameOf(method ?? "")}</span>
              <span className="text-muted-foreground text-sm">
                {[formatDate(createdAt, me?.timezone), createdBy].filter(Boolean).join(" · ")}
              </span>
            </span>
            <span className="shrink-0 font-medium tabular-nums">{text}</span>
            {onDelete && (
              <IconButton row label={`Delete the payment of ${text}`} onClick={() => onDelete(payment)}>
                <X size={16} strokeWidth={1.75} />
              </IconButton>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type ModalProps = { sale: Sale; open?: number; onClose: () => void };

export function PaymentModal({ sale, open = sale.open ?? 0, onClose }: ModalProps) {
  const money = useMoney();
  const { act } = useAct("payments.create");
  const { data: payments = [] } = useRead("payments.ofSale", { params: { id: sale.id } });
  const { contactId } = sale;
  const schema = useMemo(() => paymentEntryIn(money, open, !contactId), [money, open, contactId]);
  const receipt = useReceiptOfNew("payment", onClose);
  const methods = useMethodOptions();
  const summary = [sale.contact?.name ?? walkIn.name, saleDetail(sale), money.format(sale.cost ?? 0)];
  if (receipt.isLeft) return receipt.paper;
  return (
    <FormModal
      title="Take payment"
      className="max-w-120!"
      schema={schema}
      values={{
        ...{ amount: money.typed(open), method: "Card", contact: { id: contactId ?? walkIn.id } },
        receipt: { print: false, email: false, address: "" },
      }}
      submitLabel={<Recorded />}
      onSubmit={async ({ receipt: choice, ...body }) => {
        receipt.choose(choice);
        const outcome = await act({ params: { id: sale.id }, body });
        if (outcome.ok) receipt.onCreated(sale);
        return outcome.refused;
      }}
      onClose={receipt.close}
    >
      {receipt.paper}
      <p className="text-muted-foreground md:col-span-2">{summary.filter(Boolean).join(" · ")}</p>
      {payments.length > 0 && (
        <div className="rounded-md border px-3.5 md:col-span-2">
          <PaymentList payments={payments} />
          <p className="flex min-h-11 items-center border-t pl-7 font-medium tabular-nums">
            <span className="flex-1">Open</span>
            {money.format(open)}
          </p>
        </div>
      )}
      <AmountField name="amount" label="Amount" required selects />
      <SelectField name="method" label="Method" required options={methods} />
      <div className="flex flex-wrap-reverse items-center gap-2 md:col-span-2">
        <ReceiptChoices />
        <Left of={open} />
      </div>
      <ReceiptAddress />
    </FormModal>
  );
}

function Left({ of: open }: { of: number }) {
  const money = useMoney();
  const left = money.sum([open, -useAmount()]);
  return left === 0 ? (
    <span className="ml-auto flex items-center gap-1.5 font-medium text-sm text-success">
      <CircleCheck size={16} strokeWidth={1.75} />
      Will be paid in full
    </span>
  ) : (
    <span className="ml-auto text-muted-foreground text-sm tabular-nums">
      {left > 0 && `${money.format(left)} stays open`}
    </span>
  );
}

function useAmount(): number {
  return Number(useMoney().read(useWatch({ name: "amount" })));
}

function Recorded() {
  const money = useMoney();
  const amount = useAmount();
  return amount > 0 ? `Record ${money.format(amount)}` : "Record";
}
