import type { ComponentProps } from "react";

/** What scrolls by itself: named, and reachable by keyboard. `className` begins with "relative". */
export function ScrollRegion(props: ComponentProps<"section"> & { "aria-label": string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <section {...props} tabIndex={0} />;
}
