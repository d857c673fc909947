import clsx from "clsx";
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from "react";

export type OpenMenu = {
  label: string;
  trigger: RefObject<HTMLButtonElement | null>;
  byKeys: boolean;
  onClose: () => void;
};

type Props = {
  label: string;
  load: () => void;
  menu: (open: OpenMenu) => ReactNode;
  wrapperClassName?: string;
  rowKey?: string;
  shortcut?: string;
} & Pick<ComponentProps<"button">, "className" | "children">;

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
  const [byKeys, setByKeys] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  // A press on the button of an open menu closes it from outside before the click arrives.
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
        onClick={(event) => {
          setByKeys(event.detail === 0);
          setOpen(event.detail === 0 || !wasOpen.current);
        }}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          setByKeys(true);
          setOpen(true);
        }}
      >
        {children}
      </button>
      {open && menu({ label, trigger, byKeys, onClose: () => setOpen(false) })}
    </span>
  );
}
