"use client";
import type { ComponentProps, ReactNode } from "react";
import { MenuButton } from "./menu-button.tsx";
import { part } from "./part.tsx";

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** A checkable item; `many` allows several checked items. */
  checked?: boolean;
  many?: boolean;
  /** A heading above this and the following items. */
  heading?: string;
  href?: string;
  onSelect?: () => void;
};

type Props = { items: MenuItem[] } & Omit<ComponentProps<typeof MenuButton>, "load" | "menu">;

const Content = part(() => import("./menu-content.tsx").then((module) => module.MenuContent));

/** A button with a menu (Radix). */
export function Menu({ items, ...button }: Props) {
  return <MenuButton {...button} load={Content.load} menu={(open) => <Content {...open} items={items} />} />;
}
