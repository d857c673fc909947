import clsx from "clsx";
import { colorOf, initials } from "#lib/text.ts";

// Spelled out, because Tailwind only finds whole class names.
const colors = ["", "av-1", "av-2", "av-3", "av-4", "av-5", "av-6"];

/** Initials on a colour that is the same for an id everywhere. */
export function Avatar({ id, name, className }: { id: string; name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      // Drawn, not written: initials are no part of a link's or a button's visible name.
      data-initials={initials(name)}
      className={clsx(
        "grid size-8 shrink-0 place-items-center rounded-full bg-(--avatar) font-semibold text-avatar text-xs before:content-[attr(data-initials)]",
        colors[colorOf(id)],
        className,
      )}
    />
  );
}

/** For the element that holds the name in a list's row: it draws the avatar itself, and the row has an element less. */
export function withAvatar(id: string, name: string, className: string) {
  return {
    "data-initials": initials(name),
    className: clsx("with-avatar", colors[colorOf(id)], className),
  };
}
