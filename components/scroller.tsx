import clsx from "clsx";
import type { ReactNode } from "react";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";

type Props = { label: string; keepsPlace?: boolean; children: ReactNode };

/** `keepsPlace`: as high with few rows as with many. */
export function Scroller({ label, keepsPlace, children }: Props) {
  return (
    <ScrollRegion
      aria-label={`${label} list, scrollable`}
      className={clsx(
        "relative overscroll-contain rounded-b-lg border-t md:overflow-y-auto",
        keepsPlace ? "md:h-60" : "md:max-h-90",
      )}
    >
      {children}
    </ScrollRegion>
  );
}
