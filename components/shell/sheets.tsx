import * as Dialog from "@radix-ui/react-dialog";
import { LogOut } from "lucide-react";
import type { ReactNode } from "react";
import { Icon, type IconName } from "#components/ui/icon.tsx";
import { Overlay } from "#components/ui/overlay.tsx";
import type { Name } from "#lib/contract/contract.ts";
import { toggleTheme } from "./browser-choices.ts";
import { settings } from "./navigation.ts";
import { NavLink } from "./sidebar.tsx";
import { leave } from "./sign-out.ts";
import { useMay, useMe, useScreens } from "./use-me.ts";

const entry =
  "flex min-h-12 items-center gap-3 rounded-md px-3 font-medium hover:bg-accent aria-[current=page]:text-primary";

const creations: { href: string; label: string; icon: IconName; needs?: Name }[] = [
  {
    href: "/dashboard/appointments?new=1",
    label: "New appointment",
    icon: "calendar-days",
    needs: "bookings.create",
  },
  { href: "/dashboard/repairs/new", label: "New repair", icon: "hammer", needs: "repairs.create" },
  { href: "/dashboard/sales?new=true", label: "New Sale", icon: "receipt-text" },
  { href: "/dashboard/contacts?new=true", label: "New contact", icon: "users" },
  { href: "/dashboard?task=new", label: "New task", icon: "circle-check", needs: "tasks.create" },
  { href: "/dashboard/templates/edit/0", label: "New template", icon: "mail" },
  { href: "/dashboard/automations?new=true", label: "New automation", icon: "clock" },
];

export function CreateSheet({ onClose }: { onClose: () => void }) {
  const may = useMay();
  const shown = creations.filter(({ needs }) => !needs || may(needs));
  return (
    <Sheet title="Create" onClose={onClose}>
      {shown.map(({ href, label, icon }) => (
        <NavLink key={href} href={href} onClick={onClose} className={entry}>
          <Icon is={icon} className="size-5" />
          {label}
        </NavLink>
      ))}
    </Sheet>
  );
}

export function MoreSheet({ onClose }: { onClose: () => void }) {
  const { data: me } = useMe();
  const rest = [...useScreens().filter((screen) => !["d", "c", "a"].includes(screen.hotkey)), settings];
  return (
    <Sheet title="More" onClose={onClose}>
      {rest.map(({ href, label, icon }) => (
        <NavLink key={href} href={href} onClick={onClose} className={entry}>
          <Icon is={icon} className="size-5" />
          {label}
        </NavLink>
      ))}
      <button type="button" onClick={toggleTheme} className={entry}>
        <Icon is="moon" className="size-5" />
        Switch between light and dark
      </button>
      <button
        type="button"
        onClick={() => {
          onClose();
          void leave(me?.id);
        }}
        className={entry}
      >
        <LogOut size={20} strokeWidth={1.75} />
        Sign out
      </button>
    </Sheet>
  );
}

function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <Overlay
      onClose={onClose}
      aria-describedby={undefined}
      className="fixed inset-x-0 bottom-0 z-50 grid animate-rise gap-1 rounded-t-xl border-border-strong border-t bg-popover p-3 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-3"
    >
      <Dialog.Title className="px-3 pt-1 pb-2 font-semibold text-lg">{title}</Dialog.Title>
      {children}
    </Overlay>
  );
}
