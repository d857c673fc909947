import { useEffect, useRef } from "react";

/** Prints once everything is there. */
export function usePrint(isReady: boolean, load: () => Promise<void>, onPrinted: () => void): void {
  const latest = useRef({ load, onPrinted });
  latest.current = { load, onPrinted };
  useEffect(() => {
    if (!isReady) return;
    const printing = new AbortController();
    const { signal } = printing;
    window.addEventListener("afterprint", () => latest.current.onPrinted(), { once: true, signal });
    void latest.current.load().then(() => signal.aborted || window.print());
    return () => printing.abort();
  }, [isReady]);
}
