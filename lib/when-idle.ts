import { checkBuild } from "./page-state.ts";

type Load = () => Promise<unknown>;

const waiting: Load[] = [];
let running = false;

/**
 * Fetches code that may be needed on this screen once the first view stands, one piece in each idle moment, so that it
 * is there when the network is not. Never where bytes cost money. What does not come now is tried again when the browser
 * is online again, and whenever it is really needed.
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

/** What some browsers tell of the connection. */
type Connection = { saveData?: boolean; type?: string; effectiveType?: string };

function isMetered(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return (
    connection?.saveData === true ||
    connection?.type === "cellular" ||
    /2g$/.test(connection?.effectiveType ?? "")
  );
}

/** Safari has no idle callback. Returns the way out. */
export function idle(run: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}
