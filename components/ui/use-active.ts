import { useEffect, useState } from "react";

const SIGNS = ["pointermove", "pointerdown", "keydown", "input"];

/** Whether the person has moved, touched or typed since the component appeared. */
export function useActive(): boolean {
  const [isActive, setActive] = useState(false);
  useEffect(() => {
    if (isActive) return;
    const watching = new AbortController();
    for (const sign of SIGNS) window.addEventListener(sign, () => setActive(true), watching);
    return () => watching.abort();
  }, [isActive]);
  return isActive;
}
