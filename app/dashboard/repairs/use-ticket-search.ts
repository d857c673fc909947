import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { call } from "#lib/api/call.ts";
import { readTicketNumber } from "#lib/contract/repair-terms.ts";

/** Enter opens the ticket whose exact number is in the search box. */
export function useTicketSearch() {
  const router = useRouter();
  useEffect(() => {
    const open = async ({ key, target, isComposing }: KeyboardEvent) => {
      if (key !== "Enter" || isComposing || !(target instanceof HTMLInputElement) || target.type !== "search")
        return;
      const typed = target.value;
      const number = readTicketNumber(typed);
      if (number === null) return;
      const found = await call("repairs.ofNumber", { query: { number } }).catch(() => null);
      if (found && target.isConnected && target.value === typed) router.push(`/dashboard/repairs/${number}`);
    };
    window.addEventListener("keydown", open);
    return () => window.removeEventListener("keydown", open);
  }, [router]);
}
