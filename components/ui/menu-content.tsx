import * as DropdownMenu from "@radix-ui/react-dropdown-menu";
import clsx from "clsx";
import { Check } from "lucide-react";
import { type FocusEvent, Fragment, type ReactNode, useRef } from "react";
import { Link } from "./link.tsx";
import type { OpenMenu } from "./menu-button.tsx";

export type MenuItem = {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  checked?: boolean;
  many?: boolean;
  heading?: string;
  href?: string;
  onSelect?: () => void;
};

type Props = OpenMenu & { items: MenuItem[]; header?: ReactNode };

const itemClass =
  "flex min-h-9 cursor-pointer select-none items-center gap-3 rounded-md px-2.5 py-1 outline-none data-highlighted:bg-accent pointer-coarse:min-h-11";

export function MenuContent({ label, items, header, trigger, byKeys, onClose }: Props) {
  const isEntered = useRef(false);

  // Focus the button first, so a dialog opened by the item returns the focus to it.
  function select(onSelect?: () => void) {
    trigger.current?.focus({ preventScroll: true });
    onSelect?.();
  }

  // The menu is created open, so Radix hasn't seen the key that opened it.
  function enter({ target, currentTarget }: FocusEvent<HTMLElement>) {
    if (!byKeys || isEntered.current || target !== currentTarget) return;
    isEntered.current = true;
    currentTarget.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
  }

  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
      {/* Only an anchor for positioning: the real button exists before this code is loaded. */}
      <DropdownMenu.Trigger asChild>
        <span aria-hidden="true" tabIndex={-1} className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          aria-label={label}
          aria-labelledby={undefined}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          onFocus={enter}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // An item may have opened a dialog, which has the focus then.
            if (document.activeElement === document.body) trigger.current?.focus({ preventScroll: true });
          }}
          className="floating relative z-70 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-[min(22rem,calc(100vw-24px))] animate-pop overflow-y-auto p-1.5"
        >
          {header}
          {items.map(({ label, icon, danger, checked, many, heading, href, onSelect }) => {
            const className = clsx(itemClass, danger && "text-danger data-highlighted:bg-danger-soft");
            const role = many ? "menuitemcheckbox" : "menuitemradio";
            return (
              <Fragment key={label}>
                {heading && (
                  <DropdownMenu.Label className="px-2.5 pt-2 pb-1 font-medium text-muted-foreground text-xs">
                    {heading}
                  </DropdownMenu.Label>
                )}
                <DropdownMenu.Item
                  asChild={href !== undefined}
                  {...(checked === undefined ? {} : { role, "aria-checked": checked })}
                  onSelect={() => select(onSelect)}
                  className={className}
                >
                  {href === undefined ? (
                    <>
                      {icon}
                      {label}
                      {checked && <Check size={16} className="ml-auto" />}
                    </>
                  ) : (
                    <Link href={href}>
                      {icon}
                      {label}
                    </Link>
                  )}
                </DropdownMenu.Item>
              </Fragment>
            );
          })}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
