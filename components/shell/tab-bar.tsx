"use client";
import { Icon } from "#components/ui/icon.tsx";
import { overlay, screens } from "./navigation.ts";
import { NavLink } from "./sidebar.tsx";

const [home, contacts, appointments] = screens;
const entry =
  "flex h-15 flex-col items-center justify-center gap-0.5 font-medium text-[11px] text-muted-foreground leading-3.5 aria-[current=page]:font-semibold aria-[current=page]:text-primary";

export function TabBar() {
  return (
    <nav
      data-paper="no"
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 hidden grid-cols-5 border-t bg-card/95 pb-[env(safe-area-inset-bottom)] backdrop-blur-md phone:grid"
    >
      <Tab {...home} />
      <Tab {...contacts} />
      <button
        type="button"
        aria-label="Create"
        onClick={() => overlay.open("create")}
        className="grid place-items-center"
      >
        <span className="grid size-11 place-items-center rounded-[14px] bg-primary text-primary-foreground">
          <Icon is="plus" className="size-5" />
        </span>
      </button>
      <Tab {...appointments} />
      <button type="button" onClick={() => overlay.open("more")} className={entry}>
        <Icon is="menu" className="size-5" />
        More
      </button>
    </nav>
  );
}

function Tab({ href, label, icon }: (typeof screens)[number]) {
  return (
    <NavLink href={href} className={entry}>
      <Icon is={icon} className="size-5" />
      {label}
    </NavLink>
  );
}
