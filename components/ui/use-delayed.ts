import { useEffect, useRef, useState } from "react";

/** True once `active` has lasted 200 ms, and then for at least 300 ms, so fast answers flash no spinner. */
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

export function useSettled(text: string): [settled: string, settle: () => void] {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return [settled, () => setSettled(text)];
}
