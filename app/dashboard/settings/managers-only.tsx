import type { ReactNode } from "react";
import { useAdministrators, useMay } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import type { Name } from "#lib/contract/contract.ts";

export function ManagersOnly({ needs, children }: { needs: Name; children: ReactNode }) {
  const may = useMay()(needs);
  const ask = useAdministrators(!may);
  return may ? children : <Alert>{`Only the owner and admins can change this. ${ask}`}</Alert>;
}
