import clsx from "clsx";
import { usePathname, useRouter } from "next/navigation";
import { useLayoutEffect, useState } from "react";
import { Avatar } from "#components/ui/avatar.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { MenuButton } from "#components/ui/menu-button.tsx";
import { part } from "#components/ui/part.tsx";
import { SEARCH_DELAY } from "#components/ui/use-delayed.ts";
import { previousPath } from "#lib/history.ts";
import { depth } from "#lib/layers.ts";
import { urlOf } from "#lib/links.ts";
import { fullName } from "#lib/text.ts";
import { toggleTheme } from "./browser-choices.ts";
import { mayLeave } from "./leave-guard.tsx";
import { moreScreens, overlay, screens } from "./navigation.ts";
import { useMe } from "./use-me.ts";
import { hasSearch, useSearch } from "./use-search.ts";

export function TopBar() {
  const pathname = usePathname();
  const goBack = useGoBack(pathname);
  const { data: me } = useMe();
  return (
    <header
      data-paper="no"
      className="bar-blur sticky top-0 z-20 short:static flex h-14 items-center gap-2 border-b px-6 phone:px-3 phone:[body:has([data-sheet])_&]:hidden"
    >
      <IconButton label="Go back" onClick={goBack} className="-ml-2">
        <Icon is="arrow-left" className="size-4.5" />
      </IconButton>
      {hasSearch(pathname) && <SearchBox />}
      {/* Keeps room for a toast. */}
      <span data-toasts className="shrink-0 grow basis-69 phone:hidden" />
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
        <Icon is="keyboard" className="size-4.5" />
      </IconButton>
      <IconButton label="Switch between light and dark" onClick={toggleTheme}>
        <Icon is="moon" className="size-4.5 dark:hidden" />
        <Icon is="sun" className="hidden size-4.5 dark:block" />
      </IconButton>
      <UserMenu />
    </header>
  );
}

function useGoBack(pathname: string): () => Promise<void> {
  const router = useRouter();
  return async () => {
    if (!(await mayLeave())) return;
    if (cameFromInside()) router.back();
    else router.push(parentScreen(pathname));
  };
}

function cameFromInside(): boolean {
  const { navigation } = window;
  if (!navigation) return previousPath() !== undefined;
  const below = (navigation.currentEntry?.index ?? 0) - depth();
  const before = navigation.entries()[below - 1]?.url;
  return /^\/dashboard(\/|$)/.test(urlOf(before ?? "")?.pathname ?? "");
}

export function parentScreen(pathname: string): string {
  const [, , screen, ...rest] = pathname.replace(/\/$/, "").split("/");
  return screen && rest.length > 0 ? `/dashboard/${screen}` : "/dashboard";
}

export function SearchBox({ label }: { label?: string }) {
  const pathname = usePathname();
  const [search, setSearch] = useSearch();
  const [text, setText] = useState(search);
  const [sent, setSent] = useState(search);
  const [seen, setSeen] = useState(search);
  const [screen, setScreen] = useState(pathname);
  const what = [...screens, ...moreScreens].find(
    ({ href }) => pathname.startsWith(href) && href !== "/dashboard",
  )?.label;

  if (search !== seen) {
    setSeen(search);
    if (search !== sent) {
      setSent(search);
      setText(search);
    }
  }
  // Text sent just before the screen changed may not have arrived.
  if (pathname !== screen) {
    setScreen(pathname);
    setSent(search);
  }
  // A layout effect, so no timer outlives its URL.
  useLayoutEffect(() => {
    const wanted = text.trim();
    if (wanted === sent) return;
    const send = () => {
      setSent(wanted);
      setSearch(wanted);
    };
    const timer = setTimeout(send, wanted ? SEARCH_DELAY : 0);
    // Writing the URL while Next navigates would cancel the navigation.
    const yieldToLink = ({ target }: MouseEvent) =>
      target instanceof Element && target.closest("a") && clearTimeout(timer);
    // Enter may open what is typed.
    const sendNow = ({ key }: KeyboardEvent) => {
      if (key !== "Enter") return;
      clearTimeout(timer);
      send();
    };
    window.addEventListener("click", yieldToLink, { capture: true });
    window.addEventListener("keydown", sendNow, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener("click", yieldToLink, { capture: true });
      window.removeEventListener("keydown", sendNow, { capture: true });
    };
  }, [text, sent, setSearch]);

  return (
    <search className={clsx("relative w-full", !label && "md:min-w-45 md:shrink md:basis-105")}>
      <Icon is="search" className="field-icon" />
      <input
        type="search"
        aria-label={label ?? "Search"}
        aria-keyshortcuts="/"
        data-shortcut="/"
        placeholder={label ?? (what ? `Search ${what.toLowerCase()}…` : "Search…")}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && setText("")}
        className="field px-8.5 [&::-webkit-search-cancel-button]:hidden"
      />
      {text ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => setText("")}
          className="absolute top-1/2 right-1 grid size-7 -translate-y-1/2 place-items-center pointer-coarse:right-0 pointer-coarse:size-11 rounded-md text-muted-foreground hover:bg-accent hover:text-foreground"
        >
          <Icon is="x" className="size-3.5" />
        </button>
      ) : (
        <kbd className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 phone:hidden">/</kbd>
      )}
    </search>
  );
}

const Content = part(() => import("./user-menu-content.tsx"), "UserMenuContent");

function UserMenu() {
  const { data: me } = useMe();
  const name = me ? fullName(me) : "";
  return (
    <MenuButton
      label={name ? `Account: ${name}` : "Account"}
      load={Content.load}
      menu={(open) => <Content {...open} />}
      className="-mr-1 flex h-control items-center gap-2 rounded-md pr-2 pl-1 font-medium hover:bg-accent phone:min-w-11 phone:justify-center phone:px-1"
    >
      <Avatar id={me?.id ?? ""} name={name} />
      <span className="max-w-44 truncate rail:hidden phone:hidden">{name}</span>
      <Icon is="chevron-down" className="size-3.5 phone:hidden" />
    </MenuButton>
  );
}
