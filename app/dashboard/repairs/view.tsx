import { useState } from "react";
import { Segments } from "#components/ui/segments.tsx";
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
    <div className="phone:hidden">
      <Segments aria-label="View" choices={VIEWS} chosen={view} onChoose={choose} />
    </div>
  );
}
