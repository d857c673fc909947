import { DAY } from "./time/zone.ts";

/** Unsaved text of a form. Survives a reload and the end of a session. `version`: of the record when the edit began. */
export type Draft = { values: Record<string, unknown>; version?: number };
type StoredDraft = Draft & { at: number };

const PREFIX = "draft ";
/** When someone last signed out. Older drafts in other tabs are ignored. */
const ENDED = "drafts-ended";
const WEEK = 7 * DAY;
/** In characters. */
const MAX_LENGTH = 250_000;
const MAX_DRAFTS = 20;

export function readDraft(owner: string, name: string, maxAge = WEEK): Draft | null {
  const kept = parse(tab()?.getItem(keyOf(owner, name)) ?? null);
  if (!kept || kept.at < Date.now() - maxAge || kept.at <= Number(localStorage.getItem(ENDED))) return null;
  return kept;
}

export function saveDraft(owner: string, name: string, draft: Draft): void {
  const key = keyOf(owner, name);
  const written = JSON.stringify({ ...draft, at: Date.now() } satisfies StoredDraft);
  if (written.length > MAX_LENGTH) {
    dropDraft(owner, name);
    return;
  }
  const others = keys().filter((other) => other !== key);
  if (others.length >= MAX_DRAFTS) {
    const ages = others.map((other) => [parse(tab()?.getItem(other) ?? null)?.at ?? 0, other] as const);
    const [, oldest = ""] = ages.reduce((a, b) => (b[0] < a[0] ? b : a));
    tab()?.removeItem(oldest);
  }
  try {
    tab()?.setItem(key, written);
  } catch {
    // Storage is full. The text is still on screen, and leaving asks for confirmation.
  }
}

export function dropDraft(owner: string, name: string): void {
  tab()?.removeItem(keyOf(owner, name));
}

export function dropDrafts(owner = ""): void {
  for (const key of keys()) tab()?.removeItem(key);
  for (const key of [waitingKey(owner), sparesKey(owner)]) localStorage.removeItem(key);
  localStorage.setItem(ENDED, String(Date.now()));
}

function keyOf(owner: string, name: string): string {
  return `${PREFIX}${owner} ${name}`;
}

function keys(): string[] {
  return Object.keys(tab() ?? {}).filter((key) => key.startsWith(PREFIX));
}

/** Installed apps use the device's storage, because phones end them at any time. A foreign frame may have none. */
function tab(): Storage | null {
  try {
    const isInstalled = window.matchMedia?.("(display-mode: standalone)").matches;
    return isInstalled ? window.localStorage : window.sessionStorage;
  } catch {
    return null;
  }
}

function parse(stored: string | null): StoredDraft | null {
  try {
    const kept = JSON.parse(stored ?? "null");
    return typeof kept?.at === "number" && typeof kept.values === "object" && kept.values ? kept : null;
  } catch {
    return null;
  }
}

export const INTEGRATION_ASKED = "integration-asked";

export const waitingKey = (owner: string) => `waiting-repairs ${owner}`;
export const sparesKey = (owner: string) => `repair-spares ${owner}`;

export function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
