"use client";
import { useRouter } from "next/navigation";
import { useHotkeys } from "react-hotkeys-hook";
import { singleKeysOn, toggleSidebar } from "./browser-choices.ts";
import { mayLeave } from "./leave-guard.tsx";
import { overlay, settings } from "./navigation.ts";
import { useScreens } from "./use-me.ts";

/**
 * The keyboard map of DESIGN.md. A letter is what the key types, wherever a layout has it. Single ones are silent in
 * text boxes and can be switched off (WCAG 2.1.4).
 */
export function Hotkeys() {
  const router = useRouter();
  const places = [...useScreens(), settings, { href: "/dashboard/automations", hotkey: "u" }];
  useHotkeys("mod+k", () => dialogOpen() || overlay.open("palette"), {
    preventDefault: true,
    enableOnFormTags: true,
  });
  useHotkeys("mod+b", toggleSidebar, { preventDefault: true });
  useHotkeys("mod+s", save, { enableOnFormTags: true });
  useHotkeys("?", () => listening() && overlay.open("shortcuts"), { useKey: true });
  useHotkeys(
    places.map((place) => place.hotkey),
    async (event) => {
      const place = places.find(({ hotkey }) => hotkey === event.key);
      if (!place || !inSequence(event)) return;
      begun = Number.NEGATIVE_INFINITY;
      ended = event;
      if (listening() && (await mayLeave())) router.push(place.href);
    },
    // Not ",", which is a key here.
    { useKey: true, delimiter: " " },
  );
  useHotkeys(
    "g",
    (event) => {
      begun = event.timeStamp;
    },
    { useKey: true },
  );
  useHotkeys(
    ["/", "n", "e", "f", "1", "2", "3", "t", "x", "l", "p", "ArrowLeft", "ArrowRight", "Delete"],
    press,
    {
      useKey: true,
    },
  );
  useHotkeys(["j", "k"], (event) => move(event.key === "j" ? 1 : -1), { useKey: true });
  return null;
}

/** One thing at a time lies over the app: no key opens a second, or leaves the screen behind the first. */
function dialogOpen(): boolean {
  return document.querySelector("[role=dialog],[role=alertdialog],[role=menu]") !== null;
}

/** Whether single keys mean anything now. */
function listening(): boolean {
  return singleKeysOn() && !dialogOpen();
}

// When a sequence began, and how long its second key may take (ms): the t of "g t" must not press Today on its way.
let begun = Number.NEGATIVE_INFINITY;
const SEQUENCE = 1000;
// The key that ended one.
let ended: KeyboardEvent | undefined;

function inSequence(event: KeyboardEvent): boolean {
  return event.timeStamp - begun < SEQUENCE;
}

/** A control says itself which key presses it: data-shortcut="n"; data-row-shortcut, while its row has the focus. */
function press(event: KeyboardEvent) {
  // Arrows may have moved something that has the focus.
  if (!listening() || event.defaultPrevented || inSequence(event) || event === ended) return;
  const key = CSS.escape(event.key);
  const target =
    focusedRow()?.querySelector<HTMLElement>(`[data-row-shortcut="${key}"]`) ??
    document.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);
  if (!target) return;
  event.preventDefault();
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.focus();
  else target.click();
}

/** Not for the browser, wherever there is something to save; a form that has seen to it itself says so. */
function save(event: KeyboardEvent) {
  const target = document.querySelector<HTMLElement>('[data-shortcut="mod+s"]');
  if (!target || event.defaultPrevented) return;
  event.preventDefault();
  if (!dialogOpen()) target.click();
}

/** From one row to the next that has something to focus: what opens it, else its first link or button. */
function move(by: number) {
  if (!listening()) return;
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const from = focusedRow();
  const at = from ? rows.indexOf(from) : -1;
  for (let next = at < 0 ? 0 : at + by; rows[next]; next += by) {
    // A row that need not have anything to press takes the focus itself.
    const row = rows[next];
    const controls = [
      ...(row?.matches("[tabindex]") ? [row] : (row?.querySelectorAll<HTMLElement>("a, button") ?? [])),
    ].sort((a, b) => Number("rowMain" in b.dataset) - Number("rowMain" in a.dataset));
    const control = controls.find((candidate) => candidate.getClientRects().length > 0);
    control?.focus();
    control?.scrollIntoView({ block: "nearest" });
    if (control) return;
  }
}

function focusedRow(): HTMLElement | null {
  return document.activeElement?.closest<HTMLElement>("[data-row]") ?? null;
}
