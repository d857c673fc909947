import type { ReactNode } from "react";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";

export function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ScrollRegion
      aria-label={`${label} list, scrollable`}
      className="relative overscroll-contain rounded-b-lg border-t md:max-h-90 md:overflow-y-auto"
    >
      {children}
    </ScrollRegion>
  );
}
