import clsx from "clsx";
import { colorOf, initials } from "#lib/text.ts";

// Spelled out, because Tailwind only finds whole class names.
const colors = ["", "bg-(--av-1)", "bg-(--av-2)", "bg-(--av-3)", "bg-(--av-4)", "bg-(--av-5)", "bg-(--av-6)"];

/** Initials on a colour that is the same for an id everywhere. */
export function Avatar({ id, name, className }: { id: string; name: string; className?: string }) {
  return (
    <span
      aria-hidden="true"
      // Drawn, not written: initials are no part of a link's or a button's visible name.
      data-initials={initials(name)}
      className={clsx(
        "grid size-8 shrink-0 place-items-center rounded-full font-semibold text-avatar text-xs before:content-[attr(data-initials)]",
        colors[colorOf(id)],
        className,
      )}
    />
  );
}
