import { type PointerEvent, useRef, useState } from "react";

export function useDragged(rowsOf: () => Element[], place: (from: number, to: number) => void) {
  const [dropAt, setDropAt] = useState<number | null>(null);
  const latest = useRef(place);
  latest.current = place;

  function take(event: PointerEvent, from: number) {
    if (event.button !== 0) return;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    let to = from;
    const end = () => {
      listening.abort();
      setDropAt(null);
    };
    const follow = ({ clientY }: { clientY: number }) => {
      const rows = rowsOf().map((row) => row.getBoundingClientRect());
      const below = rows.findIndex(({ bottom }) => clientY < bottom);
      to = below < 0 ? rows.length - 1 : below;
      setDropAt(to === from ? null : to);
    };
    window.addEventListener("pointermove", follow, options);
    window.addEventListener("pointercancel", end, options);
    window.addEventListener("keydown", ({ key }) => key === "Escape" && end(), options);
    window.addEventListener(
      "pointerup",
      () => {
        end();
        latest.current(from, to);
      },
      options,
    );
  }

  return { dropAt, take };
}
