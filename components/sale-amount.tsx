import type { ReactNode } from "react";
import type { Money } from "#lib/contract/money.ts";
import { type SaleAmounts, type SaleState, saleStateOf, saleStates } from "#lib/contract/sale-states.ts";
import { Badge } from "./ui/badge.tsx";
import { Icon } from "./ui/icon.tsx";

const circle = "size-3 rounded-full border-[1.5px] border-current";
const arrow = <Icon is="undo-2" className="size-3" />;
const looks: Record<SaleState, { tone: "success" | "warning" | "muted"; icon: ReactNode }> = {
  paid: { tone: "success", icon: <Icon is="check" className="size-3" /> },
  partPaid: {
    tone: "warning",
    icon: <span className={`${circle} bg-linear-to-r from-50% from-current to-50% to-transparent`} />,
  },
  open: { tone: "warning", icon: <span className={circle} /> },
  partRefunded: { tone: "muted", icon: arrow },
  refunded: { tone: "muted", icon: arrow },
};

type Props = { sale: SaleAmounts; money: Money; className?: string };

export function SaleAmount({ sale, money, className }: Props) {
  const { cost } = sale;
  return (
    <span className="inline-flex items-center gap-2 phone:flex-row-reverse">
      <span className={className}>{cost === null ? "—" : money.format(Number(cost))}</span>
      {saleStateOf(sale, money) !== "paid" && <StateBadge sale={sale} money={money} />}
    </span>
  );
}

type BadgeProps = Omit<Props, "className"> & { wordsClassName?: string };

export function StateBadge({ sale, money, wordsClassName }: BadgeProps) {
  const { open, refunded } = sale;
  const state = saleStateOf(sale, money);
  const { tone, icon } = looks[state];
  const detail = open ? `${money.format(open)} open` : refunded ? `${money.format(refunded)} refunded` : "";
  return (
    <Badge tone={tone} title={detail} className="align-middle">
      {icon}
      <span className={wordsClassName}>{saleStates[state]}</span>
    </Badge>
  );
}

export function PaymentCell({ sale, money }: Props) {
  const { open, refunded } = sale;
  const state = saleStateOf(sale, money);
  return (
    <>
      <StateBadge sale={sale} money={money} wordsClassName="tablet:not-pointer-coarse:sr-only" />
      <span className="ml-2 hidden text-muted-foreground text-sm tabular-nums min-[78.125rem]:inline">
        {open ? `${money.format(open)} open` : state === "partRefunded" && `−${money.format(refunded ?? 0)}`}
      </span>
    </>
  );
}
