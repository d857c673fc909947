import type { Money } from "#lib/contract/money.ts";
import type { Sale } from "#lib/contract/sales.ts";
import { Badge } from "./ui/badge.tsx";

type Amounts = Pick<Sale, "refunded" | "open"> & { cost: number | string | null };
type State = { words: string; tone: "warning" | "muted"; detail: string };

export function saleState({ cost, refunded, open }: Amounts, money: Money): State | null {
  if (open) {
    const isUnpaid = money.sum([open, refunded ?? 0]) >= Number(cost);
    const detail = `${money.format(open)} open`;
    return { words: isUnpaid ? "Open" : "Part paid", tone: "warning", detail };
  }
  if (!refunded) return null;
  const words = refunded >= Number(cost) ? "Refunded" : "Part refunded";
  return { words, tone: "muted", detail: `${money.format(refunded)} refunded` };
}

type Props = { sale: Amounts; money: Money; className?: string };

export function SaleAmount({ sale, money, className }: Props) {
  const { cost } = sale;
  return (
    <span className="inline-flex items-center gap-2 phone:flex-row-reverse">
      <span className={className}>{cost === null ? "—" : money.format(Number(cost))}</span>
      <StateBadge sale={sale} money={money} />
    </span>
  );
}

export function StateBadge({ sale, money }: { sale: Amounts; money: Money }) {
  const state = saleState(sale, money);
  if (!state) return null;
  return (
    <Badge tone={state.tone} title={state.detail}>
      {state.words}
    </Badge>
  );
}
