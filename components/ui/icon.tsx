import clsx from "clsx";
import type icons from "./icons.json";

/** To add an icon: add a line to icons.json and run `node scripts/icons.mjs`. */
export type IconName = keyof typeof icons;

export function drawing(name: IconName): string {
  return `icon-${name}`;
}

/** For icons of the frame and of every row; elsewhere use lucide's components. */
export function Icon({ is, className }: { is: IconName; className?: string }) {
  return <span aria-hidden="true" className={clsx("icon", drawing(is), className)} />;
}
