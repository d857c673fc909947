import type { Money } from "#lib/contract/money.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { Badge } from "./ui/badge.tsx";

type Amounts = Pick<Sale, "refunded"> & { cost: number | string | null };

export function refundWords({ cost, refunded }: Amounts): string | null {
  if (!refunded) return null;
  return refunded >= Number(cost) ? "Refunded" : "Part refunded";
}

type Props = { sale: Amounts; money: Money; className?: string };

export function SaleAmount({ sale, money, className }: Props) {
  const words = refundWords(sale);
  const { cost, refunded } = sale;
  return (
    <span className="inline-flex items-center gap-2 phone:flex-row-reverse">
      <span className={className}>{cost === null ? "—" : money.format(Number(cost))}</span>
      {words && refunded && (
        <Badge tone="muted" title={`${money.format(refunded)} refunded`}>
          {words}
        </Badge>
      )}
    </span>
  );
}
