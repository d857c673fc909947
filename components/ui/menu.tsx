"use client";
import clsx from "clsx";
import { type ComponentProps, lazy, type ReactNode, Suspense, useRef, useState } from "react";

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Makes the item one of several to choose from. */
  checked?: boolean;
  href?: string;
  onSelect?: () => void;
};

const load = () => import("./menu-content.tsx");
const Content = lazy(() => load().then((module) => ({ default: module.MenuContent })));

/**
 * A button with a menu. The menu itself (Radix, with its positioning) is fetched when a pointer or the focus comes
 * near, so no first view pays for it.
 */
export function Menu({
  label,
  items,
  header,
  wrapperClassName,
  className,
  children,
}: { label: string; items: MenuItem[]; header?: ReactNode; wrapperClassName?: string } & Pick<
  ComponentProps<"button">,
  "className" | "children"
>) {
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
      {open && (
        <Suspense>
          <Content
            label={label}
            items={items}
            header={header}
            onClose={() => setOpen(false)}
            trigger={trigger}
          />
        </Suspense>
      )}
    </span>
  );
}
