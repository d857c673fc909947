"use client";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "#components/ui/button.tsx";

// Smaller than a fingertip (px).
const SMALL = 44;

/** For appointments that are too small to press. */
export function Neighbours({ of: anchor }: { of: HTMLElement }) {
  const column = anchor.closest("[data-hours]");
  if (!column || anchor.getBoundingClientRect().height >= SMALL) return null;
  const all = [...column.querySelectorAll<HTMLElement>("[aria-haspopup=dialog]")];
  const at = all.indexOf(anchor);
  const go = (to: HTMLElement | undefined) => {
    to?.scrollIntoView({ block: "nearest", inline: "nearest" });
    to?.click();
  };
  return (
    <>
      <IconButton
        row
        label="Previous appointment"
        disabled={at <= 0}
        onClick={() => go(all[at - 1])}
        className="disabled:opacity-40"
      >
        <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton
        row
        label="Next appointment"
        disabled={at === all.length - 1}
        onClick={() => go(all[at + 1])}
        className="disabled:opacity-40"
      >
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </>
  );
}
