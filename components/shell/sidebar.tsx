import type { ComponentProps } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Link, useTarget } from "#components/ui/link.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { isCurrent, type moreScreens, openPalette, type screens, settings } from "./navigation.ts";
import { useMe, useScreens } from "./use-me.ts";
import { hasSearch, useSearch } from "./use-search.ts";

export function Sidebar() {
  const { data: me } = useMe();
  const screens = useScreens();
  return (
    <aside data-paper="no" className="border-r bg-sidebar phone:hidden">
      <div className="sticky top-0 flex h-dvh flex-col gap-3 overflow-y-auto p-3 rail:items-center rail:px-2">
        <div className="flex min-h-8 items-center gap-2.5 px-1.5 font-semibold rail:flex-col rail:gap-1 rail:px-0">
          <span className="grid size-7 shrink-0 place-items-center rounded-md bg-primary text-primary-foreground">
            <Icon is="gem" />
          </span>
          <span className="truncate rail:sr-only">{me?.organizationName || "Loupe"}</span>
          {me?.isDemo && <Badge tone="muted">Demo</Badge>}
        </div>
        <button
          type="button"
          aria-keyshortcuts="Meta+K Control+K"
          onClick={openPalette}
          className="flex h-8.5 pointer-coarse:h-11 shrink-0 items-center gap-2 rounded-md border border-border-strong bg-card px-2 text-muted-foreground text-sm rail:size-11 rail:justify-center"
        >
          <Icon is="search" />
          <span className="rail:sr-only">Quick find…</span>
          <kbd className="ml-auto rail:hidden">Ctrl K</kbd>
        </button>
        <nav aria-label="Main" className="flex flex-1 flex-col gap-0.5">
          {screens.map((screen) => (
            <Entry key={screen.href} screen={screen} />
          ))}
          <Entry screen={settings} className="mt-auto" />
        </nav>
      </div>
    </aside>
  );
}

type Screen = (typeof screens)[number] | (typeof moreScreens)[number] | typeof settings;

function Entry({ screen, className = "" }: { screen: Screen; className?: string }) {
  const { href, label, icon } = screen;
  return (
    <NavLink
      href={href}
      title={label}
      className={`flex h-9 items-center gap-2.5 rounded-md px-2.5 pointer-coarse:h-11 font-medium text-sidebar-foreground transition-colors duration-100 hover:bg-sidebar-accent/60 aria-[current=page]:bg-sidebar-accent aria-[current=page]:font-semibold aria-[current=page]:text-sidebar-accent-foreground rail:size-11 rail:justify-center rail:px-0 [&[aria-current=page]>.icon]:text-primary ${className}`}
    >
      <Icon is={icon} className="size-4.5 shrink-0" />
      <span className="rail:sr-only">{label}</span>
      {href === "/dashboard/repairs" && <LateRepairs />}
    </NavLink>
  );
}

function LateRepairs() {
  const late = useRead("repairs.counts", {}).data?.late;
  if (!late) return null;
  return (
    <span className="ml-auto font-normal text-muted-foreground text-sm tabular-nums rail:hidden">
      {late}
      <span className="sr-only"> late</span>
    </span>
  );
}

export function NavLink({ href, ...props }: ComponentProps<typeof Link>) {
  const pathname = useTarget();
  const [search] = useSearch();
  const separator = href.includes("?") ? "&" : "?";
  const target = search && hasSearch(href) ? `${href}${separator}q=${encodeURIComponent(search)}` : href;
  return <Link {...props} href={target} aria-current={isCurrent(href, pathname) ? "page" : undefined} />;
}
