import type { ComponentProps } from "react";
import { MenuButton } from "./menu-button.tsx";
import type { MenuItem } from "./menu-content.tsx";
import { part } from "./part.tsx";

type Props = { items: MenuItem[] } & Omit<ComponentProps<typeof MenuButton>, "load" | "menu">;

const Content = part(() => import("./menu-content.tsx"), "MenuContent");

export function Menu({ items, ...button }: Props) {
  return <MenuButton {...button} load={Content.load} menu={(open) => <Content {...open} items={items} />} />;
}
