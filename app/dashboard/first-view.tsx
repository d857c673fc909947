import { unstable_rethrow } from "next/navigation";
import type { ComponentType, ReactNode } from "react";
import { Seed } from "#components/shell/data.tsx";
import { beginVisit, type Entry, type LateEntry, type Visit } from "./visit.ts";

type Props = { params: Promise<{ id?: string; number?: string }>; children?: ReactNode };

/**
 * A failed read is missing in the first HTML; the screen repeats it and shows the error. `late` reads don't delay the
 * page. See docs/decisions/0021-pages-declare-their-reads.md.
 */
export function firstView(
  Screen: ComponentType,
  reads: (visit: Visit) => Entry[],
  late: (visit: Visit) => LateEntry[] = () => [],
) {
  return async function FirstView({ params, children }: Props) {
    const visit = await beginVisit(params);
    const coming = visit ? Object.fromEntries(late(visit)) : {};
    const found = visit ? await settle(visit, reads(visit)).finally(visit.firstReads.resolve) : {};
    return (
      <Seed reads={found} late={coming}>
        <Screen />
        {children}
      </Seed>
    );
  };
}

async function settle({ isDocument }: Visit, reads: Entry[]): Promise<Record<string, unknown>> {
  const settled = await Promise.allSettled(reads);
  // Next may repeat the answer for a screen.
  for (const entry of settled) if (entry.status === "rejected" && isDocument) unstable_rethrow(entry.reason);
  return Object.fromEntries(settled.flatMap((entry) => (entry.status === "fulfilled" ? [entry.value] : [])));
}
