"use client";
import { ChevronDown } from "lucide-react";
import { Avatar } from "#components/ui/avatar.tsx";
import { MenuButton } from "#components/ui/menu-button.tsx";
import { part } from "#components/ui/part.tsx";
import { fullName } from "#lib/text.ts";
import { useMe } from "./use-me.ts";

const Content = part(() => import("./user-menu-content.tsx").then((module) => module.UserMenuContent));

export function UserMenu() {
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
      <ChevronDown size={14} aria-hidden="true" className="phone:hidden" />
    </MenuButton>
  );
}
