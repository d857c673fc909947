import type { ComponentProps } from "react";

/** A named scroll area that is reachable by keyboard. `className` must begin with "relative". */
export function ScrollRegion(props: ComponentProps<"section"> & { "aria-label": string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <section {...props} tabIndex={0} />;
}
