import { Bell, LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { OpenMenu } from "#components/ui/menu-button.tsx";
import { MenuContent } from "#components/ui/menu-content.tsx";
import { fullName } from "#lib/text.ts";
import { currentTheme, setTheme, watchTheme } from "./browser-choices.ts";
import { overlay } from "./navigation.ts";
import { leave } from "./sign-out.ts";
import { useMe } from "./use-me.ts";

const themes = [
  { theme: "light", label: "Light theme", icon: Sun },
  { theme: "dark", label: "Dark theme", icon: Moon },
  { theme: "system", label: "System theme", icon: Monitor },
] as const;

export function UserMenuContent(open: OpenMenu) {
  const { data: me } = useMe();
  const current = useSyncExternalStore(watchTheme, currentTheme, () => "system");
  return (
    <MenuContent
      {...open}
      header={
        me && (
          <div className="border-b px-2.5 pt-1 pb-2">
            <p className="font-semibold">{fullName(me)}</p>
            <p className="text-muted-foreground text-sm">{me.email || me.organizationName}</p>
          </div>
        )
      }
      items={[
        { label: "Recent notifications", icon: <Bell size={16} />, onSelect: () => overlay.open("recent") },
        { label: "Settings", icon: <Settings size={16} />, href: "/dashboard/settings" },
        ...themes.map(({ theme, label, icon: Icon }) => ({
          label,
          icon: <Icon size={16} aria-hidden="true" />,
          checked: theme === current,
          onSelect: () => setTheme(theme),
        })),
        { label: "Sign out", icon: <LogOut size={16} />, onSelect: () => leave(me?.id) },
      ]}
    />
  );
}
