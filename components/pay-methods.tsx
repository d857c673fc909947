import { CreditCard, HandCoins, Landmark, type LucideIcon, Signature, Wallet } from "lucide-react";
import { methodName, payMethods } from "#lib/contract/sale-items.ts";
import { useMe } from "./shell/use-me.ts";

const icons: Record<string, LucideIcon> = {
  Card: CreditCard,
  Cash: HandCoins,
  Check: Signature,
  "Bank transfer": Landmark,
};

export function MethodIcon({ of }: { of: string | null }) {
  const Icon = icons[of ?? ""] ?? Wallet;
  return <Icon size={16} strokeWidth={1.75} className="shrink-0 text-muted-foreground" />;
}

export function useMethodName(): (method: string) => string {
  const { data: me } = useMe();
  return (method) => methodName(me?.methods, method);
}

export function useMethodOptions(used = "") {
  const nameOf = useMethodName();
  return [...new Set([used, ...payMethods])]
    .filter(Boolean)
    .map((value) => ({ value, label: nameOf(value), icon: <MethodIcon of={value} /> }));
}
