import type { ComponentProps } from "react";
import { MenuButton } from "./menu-button.tsx";
import type { MenuItem } from "./menu-content.tsx";
import { part } from "./part.tsx";

/** `onNear`: before it opens. */
type Props = { items: MenuItem[]; onNear?: () => void } & Omit<
  ComponentProps<typeof MenuButton>,
  "load" | "menu"
>;

const Content = part(() => import("./menu-content.tsx"), "MenuContent");

export function Menu({ items, onNear, ...button }: Props) {
  function load() {
    Content.load();
    onNear?.();
  }
  return <MenuButton {...button} load={load} menu={(open) => <Content {...open} items={items} />} />;
}
