import { useState } from "react";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { PHONE, useMedia } from "#components/ui/use-media.ts";

type View = "board" | "list";

const STORED = "repairs-view";

/** Undefined until the browser's width and choice are known. Phones have the list only. */
export function useView() {
  const isKnown = useHydrated();
  const isWide = useMedia("(width >= 1100px)");
  const isPhone = useMedia(PHONE);
  const [, redraw] = useState<View>();
  const stored = isKnown ? localStorage.getItem(STORED) : null;
  const own: View = stored === "board" || stored === "list" ? stored : isWide ? "board" : "list";
  const view = !isKnown ? undefined : isPhone ? "list" : own;
  const choose = (next: View) => {
    localStorage.setItem(STORED, next);
    redraw(next);
  };
  return { view, choose };
}

const VIEWS = [
  ["board", "Board"],
  ["list", "List"],
] as const;

type Props = { view: View | undefined; choose: (view: View) => void };

export function ViewSwitch({ view, choose }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex box in all browsers
    <div
      role="group"
      aria-label="View"
      className="flex gap-0.5 rounded-[10px] border bg-muted p-0.75 phone:hidden"
    >
      {VIEWS.map(([one, label]) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === view}
          onClick={() => choose(one)}
          className="h-7 rounded-md border border-transparent px-3 font-medium text-muted-foreground text-sm aria-pressed:border-border aria-pressed:bg-card aria-pressed:text-foreground aria-pressed:shadow-1 pointer-coarse:h-11"
        >
          {label}
        </button>
      ))}
    </div>
  );
}
