import { createStore } from "#lib/store.ts";

export type Theme = "light" | "dark" | "system";

const DARK = "(prefers-color-scheme: dark)";
const shown = createStore(0);

export const watchTheme = shown.subscribe;

export function currentTheme(): Theme {
  const stored = localStorage.getItem("theme");
  return stored === "light" || stored === "dark" ? stored : "system";
}

export function setTheme(theme: Theme): void {
  if (theme === "system") localStorage.removeItem("theme");
  else localStorage.setItem("theme", theme);
  show();
}

export function toggleTheme(): void {
  setTheme(document.documentElement.classList.contains("dark") ? "light" : "dark");
}

export function followSystem(): () => void {
  const system = matchMedia(DARK);
  system.addEventListener("change", show);
  window.addEventListener("storage", show);
  return () => {
    system.removeEventListener("change", show);
    window.removeEventListener("storage", show);
  };
}

function show(): void {
  const theme = currentTheme();
  const dark = theme === "dark" || (theme === "system" && matchMedia(DARK).matches);
  document.documentElement.classList.toggle("dark", dark);
  shown.set(shown.get() + 1);
}

export function toggleSidebar(): void {
  const folded = document.documentElement.classList.toggle("rail");
  localStorage.setItem("sidebar", folded ? "rail" : "wide");
}

export function singleKeysOn(): boolean {
  return localStorage.getItem("single-keys") !== "off";
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem("single-keys");
  else localStorage.setItem("single-keys", "off");
}
