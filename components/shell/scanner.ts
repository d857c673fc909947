import { call } from "#lib/api/call.ts";

const LINE_MS = 100;
const NEXT_KEY_MS = 40;
const LONGEST = 200;

/** A dialog that uses the code itself cancels this event. */
export const SCANNED = "scanned-code";

let line = "";
let begun = Number.NEGATIVE_INFINITY;
let held: ReturnType<typeof setTimeout> | undefined;

/** A hand scanner types the address on a repair’s label or slip within 2 ms a key, with Enter at its end. */
export function watchScanner(open: (path: string) => void): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.key === "Enter") finish(event, open);
    else if (event.ctrlKey || event.metaKey || event.altKey) line = "";
    else if (event.key.length === 1) add(event);
  };
  window.addEventListener("keydown", listen, { capture: true });
  return () => window.removeEventListener("keydown", listen, { capture: true });
}

/** Waits for the next key, because a scanned address begins with the same letter as a shortcut. */
export function unlessScanned(event: KeyboardEvent, act: () => void) {
  if (event.key !== window.location.origin[0]) return act();
  clearTimeout(held);
  held = setTimeout(act, NEXT_KEY_MS);
}

function add(event: KeyboardEvent) {
  const { origin } = window.location;
  const next = line + event.key;
  const continues =
    isInTime(event) && next.length <= LONGEST && (origin.startsWith(next) || next.startsWith(origin));
  if (!continues) begun = event.timeStamp;
  line = continues ? next : event.key === origin[0] ? event.key : "";
  if (line.length < 2) return;
  clearTimeout(held);
  if (!textBox(event.target)) stop(event);
}

function finish(event: KeyboardEvent, open: (path: string) => void) {
  const scanned = isInTime(event) ? line : "";
  line = "";
  const path = pathOfCode(scanned);
  if (!path) return;
  stop(event);
  takeOut(event.target, scanned);
  if (window.dispatchEvent(new CustomEvent(SCANNED, { detail: path, cancelable: true }))) open(path);
}

export const NO_TICKET = "No repair ticket has this code.";

/** A label has the ticket's number; a slip and the customer's page have their token. */
export async function ticketOf(path: string): Promise<string | null> {
  const [, token] = path.split("/r/");
  if (!token) return path;
  const found = await call("repairs.ofToken", { query: { token } }).catch(() => null);
  return found && `/dashboard/repairs/${found.number}`;
}

/** Null for a code that isn't on a label or slip of this Loupe. */
export function pathOfCode(code: string): string | null {
  const { origin } = window.location;
  const path = code.startsWith(origin) ? code.slice(origin.length) : "";
  return /^\/(?:dashboard\/repairs\/\d{1,9}|r\/[\w-]{20,150})$/.test(path) ? path : null;
}

function isInTime({ timeStamp }: KeyboardEvent): boolean {
  return timeStamp - begun < Math.max(LINE_MS, 2 * line.length);
}

function stop(event: KeyboardEvent) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function textBox(target: EventTarget | null): HTMLInputElement | HTMLTextAreaElement | undefined {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined;
}

function takeOut(target: EventTarget | null, scanned: string) {
  const box = textBox(target);
  const end = box?.selectionStart ?? 0;
  if (!box || box.value.slice(0, end).slice(-scanned.length) !== scanned) return;
  box.setRangeText("", end - scanned.length, end, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}
