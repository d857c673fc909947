import clsx from "clsx";
import { colorOf, initials } from "#lib/text.ts";

// Tailwind only finds class names that are written in full.
const colors = ["", "av-1", "av-2", "av-3", "av-4", "av-5", "av-6"];

export function Avatar({ id, name, className }: { id: string; name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-initials={initials(name)}
      className={clsx(
        "grid size-8 shrink-0 place-items-center rounded-full bg-(--avatar) font-semibold text-avatar text-xs before:content-[attr(data-initials)]",
        colors[colorOf(id)],
        className,
      )}
    />
  );
}

export function SmallAvatar({ id, name }: { id: string; name: string }) {
  return <Avatar id={id} name={name} className="size-5! text-[0.5625rem]!" />;
}

/** In a list row, the element with the name draws the avatar, which saves an element. */
export function withAvatar(id: string, name: string, className: string) {
  return { "data-initials": initials(name), className: clsx("with-avatar", colors[colorOf(id)], className) };
}
