import clsx from "clsx";
import { type ReactNode, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";

/** A button, then what it asks for. */
export function ShowMore({ children }: { children: ReactNode }) {
  const [isPressed, setPressed] = useState(false);
  if (isPressed) return children;
  return (
    <div className="flex justify-center border-t p-3">
      <Button onClick={() => setPressed(true)}>Show more</Button>
    </div>
  );
}

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
