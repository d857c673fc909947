import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { useHotkeys } from "react-hotkeys-hook";
import { useNavigate } from "#components/ui/link.tsx";
import { notify } from "#lib/notifications.ts";
import { singleKeysOn, toggleSidebar } from "./browser-choices.ts";
import { mayLeave } from "./leave-guard.tsx";
import { overlay, settings } from "./navigation.ts";
import { NO_TICKET, ticketOf, unlessScanned, watchScanner } from "./scanner.ts";
import { useScreens } from "./use-me.ts";

/** DESIGN.md's keyboard map. Single keys can be switched off (WCAG 2.1.4). */
export function Hotkeys() {
  const navigate = useNavigate();
  const pathname = usePathname();
  const goal = useRef<string>(undefined);
  useEffect(() => {
    if (goal.current !== pathname) return;
    goal.current = undefined;
    if (document.activeElement === document.body)
      document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
  const places = [...useScreens(), settings, { href: "/dashboard/automations", hotkey: "u" }];
  const hasRepairs = places.some(({ href }) => href === "/dashboard/repairs");
  useEffect(() => {
    if (hasRepairs)
      return watchScanner(async (path) => {
        const ticket = await ticketOf(path);
        if (!ticket) notify({ type: "error", message: NO_TICKET });
        else if (await mayLeave()) navigate(ticket);
      });
  }, [hasRepairs, navigate]);
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
      if (!listening() || !(await mayLeave())) return;
      goal.current = place.href;
      navigate(place.href);
    },
    { useKey: true, delimiter: " " },
  );
  useHotkeys(
    "g",
    (event) => {
      begun = event.timeStamp;
    },
    { useKey: true },
  );
  useHotkeys(["ArrowLeft", "ArrowRight", "Delete", ..."/nef123txlpriwbahuz"], press, { useKey: true });
  useHotkeys(["j", "k"], (event) => move(event.key === "j" ? 1 : -1), { useKey: true });
  return null;
}

function dialogOpen(): boolean {
  return document.querySelector("[role=dialog],[role=alertdialog],[role=menu]") !== null;
}

function listening(): boolean {
  return singleKeysOn() && !overlay.get() && !dialogOpen();
}

// Start of a sequence and its time limit (ms). "g t" must not press Today.
let begun = Number.NEGATIVE_INFINITY;
const SEQUENCE = 1000;
let ended: KeyboardEvent | undefined;

function inSequence(event: KeyboardEvent): boolean {
  return event.timeStamp - begun < SEQUENCE;
}

/** Controls declare their key: data-shortcut="n", or data-row-shortcut while their row has the focus. */
function press(event: KeyboardEvent) {
  // Arrow keys may have moved the focused element.
  if (!listening() || event.defaultPrevented || inSequence(event) || event === ended) return;
  const key = CSS.escape(event.key);
  const target =
    focusedRow()?.querySelector<HTMLElement>(`[data-row-shortcut="${key}"]`) ??
    document.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);
  if (!target) return;
  event.preventDefault();
  if (target.matches("input, textarea, [data-focus-only]")) target.focus();
  else
    unlessScanned(event, () => {
      // A dialog returns the focus to what opened it.
      if (document.activeElement?.matches("body, #main") && target.closest("main")) target.focus();
      target.click();
    });
}

function save(event: KeyboardEvent) {
  const target = document.querySelector<HTMLElement>('[data-shortcut="mod+s"]');
  if (!target || event.defaultPrevented) return;
  event.preventDefault();
  if (!dialogOpen()) target.click();
}

function move(by: number) {
  if (!listening()) return;
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const from = focusedRow();
  const at = from ? rows.indexOf(from) : -1;
  for (let next = at < 0 ? 0 : at + by; rows[next]; next += by) {
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
