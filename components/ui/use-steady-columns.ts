import { type RefObject, useLayoutEffect } from "react";

/** Keeps the widths of columns while rows come and go. A new table width resets them. */
export function useSteadyColumns(scroller: RefObject<HTMLElement | null>, steady: boolean) {
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!steady || !element) return;
    let width = 0;
    const release = () => {
      const heads = [...element.querySelectorAll("th")];
      for (const { style } of heads) style.width = style.minWidth = "";
      return heads;
    };
    const fix = () => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      const heads = release();
      const widths = heads.map((head) => head.getBoundingClientRect().width);
      heads.forEach((head, i) => {
        head.style.width = `${widths[i]}px`;
      });
      // Rows without their controls would narrow the last column.
      heads.at(-1)?.style.setProperty("min-width", `${widths.at(-1)}px`);
    };
    fix();
    const sizes = new ResizeObserver(fix);
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      release();
    };
  }, [scroller, steady]);
}
