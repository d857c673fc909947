import { noteBuild } from "./page-state.ts";

/** Code of the build, below /_next/: each file, and the files that it may load later (scripts/setup/code-list.mjs). */
type CodeList = Record<string, string[]>;

const STATIC = "/_next/";
let isQueued = false;
let list: Promise<CodeList> | undefined;
const fetched = new Set<string>();

/** Loads code that this screen needs later. It is stored in an idle moment, for when the network is gone. */
export function stored<L extends () => Promise<unknown>>(load: L): L {
  if (typeof window !== "undefined" && process.env.BUILD) queue();
  return load;
}

function queue(): void {
  if (isQueued) return;
  isQueued = true;
  const waiting = new AbortController();
  const begin = () => {
    waiting.abort();
    idle(() => {
      isQueued = false;
      store().catch(() => window.addEventListener("online", queue, { once: true }));
    });
  };
  // A visitor of the booking page may only look.
  if (!isDashboard())
    for (const sign of ["pointerdown", "keydown"]) window.addEventListener(sign, begin, waiting);
  else if (document.readyState === "complete") begin();
  else window.addEventListener("load", begin, { once: true });
}

/** Into the browser's cache, unless a service worker stores the whole build (public/sw.js). */
async function store(): Promise<void> {
  if (isMetered() || (await waitForWorker())) return;
  list ??= fetchList();
  list.catch(() => {
    list = undefined;
  });
  const present = [...document.scripts].map(({ src }) => new URL(src, window.location.href).pathname);
  for (const file of laterThan(await list, present)) {
    if (fetched.has(file)) continue;
    const answer = await load(file);
    await answer.arrayBuffer();
    if (answer.ok) fetched.add(file);
  }
}

/** How long a first visit waits for the worker (ms). */
const WORKER_TIMEOUT_MS = 3_000;

async function waitForWorker(): Promise<boolean> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !isDashboard()) return false;
  const timeout = new Promise<false>((resolve) => setTimeout(() => resolve(false), WORKER_TIMEOUT_MS));
  return Promise.race([serviceWorker.ready.then(() => true), timeout]);
}

/** The worker's scope. */
function isDashboard(): boolean {
  return window.location.pathname.startsWith("/dashboard");
}

async function fetchList(): Promise<CodeList> {
  const answer = await load(codeList(process.env.BUILD ?? ""));
  return answer.ok ? answer.json() : {};
}

async function load(path: string): Promise<Response> {
  const answer = await fetch(path, { priority: "low" });
  noteBuild(answer.headers.get("x-build"));
  return answer;
}

export function codeList(build: string): string {
  return `${STATIC}static/${build}/code.json`;
}

export function laterThan(list: CodeList, present: string[]): string[] {
  const found = new Set(present);
  for (const file of found) {
    for (const later of list[file.slice(STATIC.length)] ?? []) found.add(STATIC + later);
  }
  return [...found].slice(new Set(present).size);
}

type Connection = { saveData?: boolean; type?: string; effectiveType?: string };

export function isMetered(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return (
    connection?.saveData === true ||
    connection?.type === "cellular" ||
    /2g$/.test(connection?.effectiveType ?? "")
  );
}

/** Safari has no idle callback. */
export function idle(run: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(run, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run);
  return () => cancelIdleCallback(handle);
}

const SIGNS = ["pointermove", "pointerdown", "keydown", "input"];

/** Runs once, at the first pointer move, touch or key. */
export function onFirstUse(run: () => void): () => void {
  const waiting = new AbortController();
  const begin = () => {
    waiting.abort();
    run();
  };
  for (const sign of SIGNS) window.addEventListener(sign, begin, waiting);
  return () => waiting.abort();
}

// For a stalled network.
const CODE_DEADLINE_MS = 20_000;

export function inTime<T>(coming: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("This is taking too long")), CODE_DEADLINE_MS);
    coming.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
