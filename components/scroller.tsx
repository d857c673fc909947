import clsx from "clsx";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";

export function ShowMore({ children }: { children: ReactNode }) {
  const [isPressed, setPressed] = useState(false);
  if (isPressed) return children;
  return (
    <div className="flex justify-center border-t p-3">
      <Button onClick={() => setPressed(true)}>Show more</Button>
    </div>
  );
}

type Props = { label: string; hasFixedHeight?: boolean; children: ReactNode };

export function Scroller({ label, hasFixedHeight, children }: Props) {
  return (
    <ScrollRegion
      aria-label={`${label} list, scrollable`}
      className={clsx(
        "relative overscroll-contain rounded-b-lg border-t md:overflow-y-auto",
        hasFixedHeight ? "md:h-60" : "md:max-h-90",
      )}
    >
      {children}
    </ScrollRegion>
  );
}
