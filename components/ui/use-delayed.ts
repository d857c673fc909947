import { useEffect, useRef, useState } from "react";

/** Prevents the flash of a spinner before a fast answer. */
export function useDelayed(active: boolean): boolean {
  const [shown, setShown] = useState(false);
  const since = useRef(0);
  useEffect(() => {
    if (active === shown) return;
    const wait = active ? 200 : Math.max(0, 300 - (Date.now() - since.current));
    const timer = setTimeout(() => {
      since.current = Date.now();
      setShown(active);
    }, wait);
    return () => clearTimeout(timer);
  }, [active, shown]);
  return shown;
}

/** In ms after the last key. A search shows its rows within 200 ms. */
export const SEARCH_DELAY = 100;

/** The text once it has stayed the same for a while. */
export function useSettled(text: string, wait = 300): [settled: string, settle: () => void] {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), wait);
    return () => clearTimeout(timer);
  }, [text, wait]);
  return [settled, () => setSettled(text)];
}
