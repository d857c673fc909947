import { checkBuild } from "./page-state.ts";

type Load = () => Promise<unknown>;

const waiting: Load[] = [];
let running = false;

/**
 * Loads code in idle moments after the first view, so it is there when the network is not. Skips metered
 * connections. Failed loads are retried when the browser is online and when the code is needed.
 */
export function whenIdle<L extends Load>(load: L): L {
  if (typeof window !== "undefined") queue(load);
  return load;
}

function queue(load: Load): void {
  waiting.push(load);
  if (running) return;
  running = true;
  if (document.readyState === "complete") idle(next);
  else window.addEventListener("load", () => idle(next), { once: true });
}

async function next(): Promise<void> {
  const load = isMetered() ? undefined : waiting.shift();
  if (!load) {
    running = false;
    return;
  }
  await load().catch((error) => {
    checkBuild(error);
    window.addEventListener("online", () => queue(load), { once: true });
  });
  idle(next);
}

/** Not in all browsers. */
type Connection = { saveData?: boolean; type?: string; effectiveType?: string };

function isMetered(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return (
    connection?.saveData === true ||
    connection?.type === "cellular" ||
    /2g$/.test(connection?.effectiveType ?? "")
  );
}

/** Safari has no idle callback. Returns a function that cancels it. */
export function idle(run: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}
