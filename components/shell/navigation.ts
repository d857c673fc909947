import { useLayoutEffect } from "react";
import { createStore } from "#lib/store.ts";

export const screens = [
  { href: "/dashboard", label: "Dashboard", icon: "layout-dashboard", hotkey: "d" },
  { href: "/dashboard/contacts", label: "Contacts", icon: "users", hotkey: "c" },
  { href: "/dashboard/appointments", label: "Appointments", icon: "calendar-days", hotkey: "a" },
  { href: "/dashboard/products", label: "Products", icon: "gem", hotkey: "p" },
  { href: "/dashboard/sales", label: "Sales", icon: "receipt-text", hotkey: "s" },
  { href: "/dashboard/templates", label: "Templates", icon: "mail", hotkey: "t" },
] as const;

const repairs = {
  href: "/dashboard/repairs",
  label: "Repairs",
  icon: "hammer",
  hotkey: "b",
  needs: "repairs.list",
} as const;

const reports = {
  href: "/dashboard/reports",
  label: "Reports",
  icon: "chart-column",
  hotkey: "r",
  needs: "dashboard.report",
} as const;

export const moreScreens = [repairs, reports] as const;

export const settings = {
  href: "/dashboard/settings",
  label: "Settings",
  icon: "settings",
  hotkey: ",",
} as const;

export function isCurrent(href: string, pathname: string): boolean {
  const path = pathname.replace(/\/$/, "");
  if (href === "/dashboard") return path === href || path === "/dashboard/setup";
  // Automations and Sent mail have no entry; they belong to Templates.
  if (href === "/dashboard/templates" && /^\/dashboard\/(automations|campaigns|mail)(\/|$)/.test(path))
    return true;
  return path === href || path.startsWith(`${href}/`);
}

const BEYOND_SECTION_7 =
  /^\/dashboard\/(setup|repairs|reports|mail|campaigns|automations\/update|contacts\/profile\/[^/]+\/everything|settings\/(store|data|security|status|(appointments|team|integrations)\/.))/;

export function isBeyondSection7(pathname: string): boolean {
  return BEYOND_SECTION_7.test(pathname);
}

export type Overlay = "palette" | "shortcuts" | "create" | "more" | "recent";

const store = createStore<Overlay | null>(null);

export const overlay = { ...store, open: (next: Overlay) => store.set(next), close: () => store.set(null) };

export const typedAhead = createStore("");

export function useTypedAhead(take: (text: string) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the box appears
  useLayoutEffect(() => {
    const text = typedAhead.get();
    typedAhead.set("");
    if (text) take(text);
  }, []);
}

export const openPalette = () => overlay.open("palette");
