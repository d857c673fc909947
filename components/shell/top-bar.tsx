"use client";
import { ArrowLeft, Keyboard, Moon, Sun } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { Badge } from "#components/ui/badge.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { pathBefore } from "#lib/came-back.ts";
import { depth } from "#lib/layers.ts";
import { urlOf } from "#lib/links.ts";
import { mayLeave } from "./leave-guard.tsx";
import { overlay } from "./overlays.ts";
import { SearchBox } from "./search-box.tsx";
import { toggleTheme } from "./theme.ts";
import { useMe } from "./use-me.ts";
import { hasSearch } from "./use-search.ts";
import { UserMenu } from "./user-menu.tsx";

export function TopBar() {
  const pathname = usePathname();
  const goBack = useGoBack(pathname);
  const { data: me } = useMe();
  return (
    <header
      data-paper="no"
      className="bar-blur sticky top-0 z-20 short:static flex h-14 items-center gap-2 border-b px-6 phone:px-3"
    >
      <IconButton label="Go back" onClick={goBack} className="-ml-2">
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      {hasSearch(pathname) && <SearchBox />}
      {/* Wide enough for a toast, whatever the search box wants. */}
      <span data-toasts className="shrink-0 grow basis-69 phone:hidden" />
      {/* Where there is no sidebar to say so; on a phone's list the search box needs the room. */}
      {me?.isDemo && !hasSearch(pathname) && (
        <span className="hidden phone:ml-auto phone:inline">
          <Badge tone="muted">Demo</Badge>
        </span>
      )}
      <span className="phone:ml-auto" />
      <IconButton
        label="Keyboard shortcuts"
        onClick={() => overlay.open("shortcuts")}
        className="phone:hidden"
      >
        <Keyboard size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <IconButton label="Switch between light and dark" onClick={toggleTheme}>
        <Moon size={18} strokeWidth={1.75} aria-hidden="true" className="dark:hidden" />
        <Sun size={18} strokeWidth={1.75} aria-hidden="true" className="hidden dark:block" />
      </IconButton>
      <UserMenu />
    </header>
  );
}

/** Back where the person came from inside the app; from a deep link, up to the parent route. */
function useGoBack(pathname: string): () => Promise<void> {
  const router = useRouter();
  return async () => {
    if (!(await mayLeave())) return;
    if (cameFromInside()) router.back();
    else router.push(parentOf(pathname));
  };
}

/** Whether Back stays in the dashboard. */
function cameFromInside(): boolean {
  const { navigation } = window;
  if (!navigation) return pathBefore() !== undefined;
  const below = (navigation.currentEntry?.index ?? 0) - depth();
  const before = navigation.entries()[below - 1]?.url;
  return /^\/dashboard(\/|$)/.test(urlOf(before ?? "")?.pathname ?? "");
}

export function parentOf(pathname: string): string {
  const [, , screen, ...rest] = pathname.replace(/\/$/, "").split("/");
  return screen && rest.length > 0 ? `/dashboard/${screen}` : "/dashboard";
}
