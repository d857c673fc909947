"use client";
import clsx from "clsx";
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from "react";

/** What an open menu is told: whose it is, and how it ends. */
export type OpenMenu = {
  label: string;
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

type Props = {
  label: string;
  /** Fetches the code of `menu` when a pointer or the focus comes near, so no first view pays for it. */
  load: () => void;
  menu: (open: OpenMenu) => ReactNode;
  wrapperClassName?: string;
  /** The key that opens it while its row has the focus. */
  rowKey?: string;
  /** The key that presses it. */
  shortcut?: string;
} & Pick<ComponentProps<"button">, "className" | "children">;

/** The button of a menu. */
export function MenuButton({
  label,
  load,
  menu,
  wrapperClassName,
  rowKey,
  shortcut,
  className,
  children,
}: Props) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  // Pressing the button of an open menu closes it from outside, before the click arrives.
  const wasOpen = useRef(false);
  return (
    <span className={clsx("relative", wrapperClassName ?? "inline-flex")}>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        data-shortcut={shortcut}
        data-row-shortcut={rowKey}
        aria-expanded={open}
        className={clsx("touch-manipulation", className)}
        onPointerEnter={load}
        onFocus={load}
        onPointerDown={() => {
          wasOpen.current = open;
        }}
        onClick={(event) => setOpen(event.detail === 0 || !wasOpen.current)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {open && menu({ label, trigger, onClose: () => setOpen(false) })}
    </span>
  );
}
