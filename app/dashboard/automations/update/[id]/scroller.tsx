import type { ReactNode } from "react";

/** A list with its own scroll bar; the page's on phones. */
export function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={`${label} list, scrollable`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overscroll-contain rounded-b-lg border-t md:max-h-90 md:overflow-y-auto"
    >
      {children}
    </section>
  );
}
