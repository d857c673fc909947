"use client";
import { Bell, ChevronDown, LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Avatar } from "#components/ui/avatar.tsx";
import { Menu } from "#components/ui/menu.tsx";
import { fullName } from "#lib/text.ts";
import { askAndSignOut } from "./leave-guard.tsx";
import { overlay } from "./overlays.ts";
import { currentTheme, setTheme, watchTheme } from "./theme.ts";
import { useMe } from "./use-me.ts";

const themes = [
  { theme: "light", label: "Light theme", icon: Sun },
  { theme: "dark", label: "Dark theme", icon: Moon },
  { theme: "system", label: "System theme", icon: Monitor },
] as const;

export function UserMenu() {
  const { data: me } = useMe();
  const chosen = useSyncExternalStore(watchTheme, currentTheme, () => "system");
  const name = me ? fullName(me) : "";
  return (
    <Menu
      label={name ? `Account: ${name}` : "Account"}
      className="-mr-1 flex h-control items-center gap-2 rounded-md pr-2 pl-1 font-medium hover:bg-accent phone:px-1"
      header={
        me && (
          <div className="border-b px-2.5 pt-1 pb-2">
            <p className="font-semibold">{name}</p>
            <p className="text-muted-foreground text-sm">{me.email || me.organizationName}</p>
          </div>
        )
      }
      items={[
        {
          label: "Recent notifications",
          icon: <Bell size={16} aria-hidden="true" />,
          onSelect: () => overlay.open("recent"),
        },
        { label: "Settings", icon: <Settings size={16} aria-hidden="true" />, href: "/dashboard/settings" },
        ...themes.map(({ theme, label, icon: Icon }) => ({
          label,
          icon: <Icon size={16} aria-hidden="true" />,
          checked: theme === chosen,
          onSelect: () => setTheme(theme),
        })),
        { label: "Sign out", icon: <LogOut size={16} aria-hidden="true" />, onSelect: askAndSignOut },
      ]}
    >
      <Avatar id={me?.id ?? ""} name={name} />
      <span className="max-w-44 truncate rail:hidden phone:hidden">{name}</span>
      <ChevronDown size={14} aria-hidden="true" className="phone:hidden" />
    </Menu>
  );
}
