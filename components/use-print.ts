import { useEffect, useRef } from "react";

export function usePrint(isReady: boolean, load: () => Promise<void>, onPrinted: () => void): void {
  const latest = useRef({ load, onPrinted });
  latest.current = { load, onPrinted };
  useEffect(() => {
    if (!isReady) return;
    const printing = new AbortController();
    const { signal } = printing;
    const over = new Promise((resolve) => {
      window.addEventListener("afterprint", resolve, { once: true, signal });
    });
    const printed = latest.current.load().then(() => signal.aborted || window.print());
    // Firefox fires the event before print() returns, and refuses another job until then.
    void Promise.all([over, printed]).then(() => signal.aborted || latest.current.onPrinted());
    return () => printing.abort();
  }, [isReady]);
}
