"use client";
import type { ComponentProps, ReactNode } from "react";
import { MenuButton } from "./menu-button.tsx";
import { part } from "./part.tsx";

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Makes the item one of several to choose from; `many`: not only one of them. */
  checked?: boolean;
  many?: boolean;
  /** Stands above the item, and names those that follow. */
  heading?: string;
  href?: string;
  onSelect?: () => void;
};

type Props = { items: MenuItem[] } & Omit<ComponentProps<typeof MenuButton>, "load" | "menu">;

const Content = part(() => import("./menu-content.tsx").then((module) => module.MenuContent));

/** A button with a menu. The menu itself is Radix, with its positioning. */
export function Menu({ items, ...button }: Props) {
  return <MenuButton {...button} load={Content.load} menu={(open) => <Content {...open} items={items} />} />;
}
