"use client";
import { EllipsisVertical } from "lucide-react";
import { IconButton, iconButtonClass } from "./button.tsx";
import { Link } from "./link.tsx";
import { Menu, type MenuItem } from "./menu.tsx";

/**
 * `menuOnly` actions stand in the phone's menu and not beside the row. `load` fetches what the action will need. `hint`
 * is what a pointer that rests on the button is told instead of its name.
 */
export type RowAction = MenuItem & { name: string; hint?: string; menuOnly?: boolean; load?: () => void };

/** Icon buttons on a wide screen, one ⋯ menu on a phone and where fingers need the room of a narrow tablet. */
export function RowActions({ actions }: { actions: RowAction[] }) {
  const [first] = actions;
  if (!first) return null;
  return (
    <>
      <span className="flex justify-end gap-0.5 tablet:pointer-coarse:hidden phone:hidden">
        {actions
          .filter((action) => !action.menuOnly)
          .map(({ name, label, hint, icon, danger, href, onSelect, load }) =>
            href ? (
              <Link
                key={name}
                href={href}
                title={hint ?? name}
                aria-label={name}
                data-row-shortcut={label === "Edit" ? "e" : undefined}
                className={iconButtonClass({ row: true })}
              >
                {icon}
              </Link>
            ) : (
              <IconButton
                key={name}
                row
                label={name}
                title={hint ?? name}
                data-row-shortcut={danger ? "Delete" : label === "Edit" ? "e" : undefined}
                onClick={onSelect}
                onPointerEnter={load}
                onFocus={load}
                className={danger ? "hover:bg-danger-soft hover:text-danger" : ""}
              >
                {icon}
              </IconButton>
            ),
          )}
      </span>
      <Menu
        label={first.name.replace(/^\S+/, "Actions for")}
        items={actions}
        wrapperClassName="hidden tablet:pointer-coarse:block phone:block"
        className="inline-flex size-11 items-center justify-center rounded-md text-muted-foreground"
      >
        <EllipsisVertical size={18} strokeWidth={1.75} aria-hidden="true" />
      </Menu>
    </>
  );
}
