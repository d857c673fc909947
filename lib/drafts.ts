import { DAY } from "./time/zone.ts";

/**
 * What somebody has typed and not saved yet, kept in the tab's storage under their id, so that a reload or the end of
 * a session does not take it and nobody else is shown it. `version` is the one that the edit began with.
 */
export type Draft = { values: Record<string, unknown>; version?: number };
type Kept = Draft & { at: number };

const PREFIX = "draft ";
/** When somebody signed out here: what other tabs keep of the time before counts no more. */
const ENDED = "drafts-ended";
const WEEK = 7 * DAY;
/** Characters of one draft; the longest template is half of it. */
const LONGEST = 250_000;
const MOST = 20;

/** `longest` (ms) is how long it counts. */
export function readDraft(owner: string, name: string, longest = WEEK): Draft | null {
  const kept = parse(tab()?.getItem(keyOf(owner, name)) ?? null);
  if (!kept || kept.at < Date.now() - longest || kept.at <= Number(localStorage.getItem(ENDED))) return null;
  return kept;
}

export function saveDraft(owner: string, name: string, draft: Draft): void {
  const key = keyOf(owner, name);
  const written = JSON.stringify({ ...draft, at: Date.now() } satisfies Kept);
  if (written.length > LONGEST) {
    dropDraft(owner, name);
    return;
  }
  const others = keys().filter((other) => other !== key);
  if (others.length >= MOST) {
    const ages = others.map((other) => [parse(tab()?.getItem(other) ?? null)?.at ?? 0, other] as const);
    const [, oldest = ""] = ages.reduce((a, b) => (b[0] < a[0] ? b : a));
    tab()?.removeItem(oldest);
  }
  try {
    tab()?.setItem(key, written);
  } catch {
    // The tab's storage is full: the text is still on screen, and leaving it is asked about.
  }
}

export function dropDraft(owner: string, name: string): void {
  tab()?.removeItem(keyOf(owner, name));
}

/** Sign-out leaves nothing of one person's day to the next. */
export function dropDrafts(): void {
  for (const key of keys()) tab()?.removeItem(key);
  localStorage.setItem(ENDED, String(Date.now()));
}

function keyOf(owner: string, name: string): string {
  return `${PREFIX}${owner} ${name}`;
}

function keys(): string[] {
  return Object.keys(tab() ?? {}).filter((key) => key.startsWith(PREFIX));
}

/**
 * Of the app that was put on somebody's own device the device's storage: phones end it whenever they like, and its tab with it.
 * Browsers refuse either to a page in the frame of another site: then nothing is kept.
 */
function tab(): Storage | null {
  try {
    const isInstalled = window.matchMedia?.("(display-mode: standalone)").matches;
    return isInstalled ? window.localStorage : window.sessionStorage;
  } catch {
    return null;
  }
}

function parse(stored: string | null): Kept | null {
  try {
    const kept = JSON.parse(stored ?? "null");
    return typeof kept?.at === "number" && typeof kept.values === "object" && kept.values ? kept : null;
  } catch {
    return null;
  }
}

/** Key in the tab's storage: whose missing email integration was asked for since the sign-in. */
export const INTEGRATION_ASKED = "integration-asked";
