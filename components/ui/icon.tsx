import clsx from "clsx";
import type icons from "./icons.json";

/** Another one: a line in icons.json, and `node scripts/icons.mjs` draws it. */
export type IconName = keyof typeof icons;

/** The class that gives `icon` its drawing. */
export function drawing(name: IconName): string {
  return `icon-${name}`;
}

/**
 * One element in the colour of the text: a mask, whatever it is made of. 16 px unless the class says otherwise. For what
 * stands in the frame or once in each row; other icons are lucide's own components.
 */
export function Icon({ is, className }: { is: IconName; className?: string }) {
  return <span aria-hidden="true" className={clsx("icon", drawing(is), className)} />;
}
