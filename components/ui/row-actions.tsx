import clsx from "clsx";
import { Button } from "./button.tsx";
import { drawing, Icon, type IconName } from "./icon.tsx";
import { Link } from "./link.tsx";
import { Menu } from "./menu.tsx";
import type { MenuItem } from "./menu-content.tsx";

/**
 * `menuOnly`: only in the phone's menu. `inMenu`: always in the ⋯ menu. Others have an icon. `hint`: the
 * tooltip, instead of the name. `worded`: shows its label beside its icon. `rowKey`: its key in a focused row.
 */
export type RowAction = Omit<MenuItem, "icon"> & {
  name: string;
  icon?: IconName;
  hint?: string;
  menuOnly?: boolean;
  inMenu?: boolean;
  rowKey?: string;
  worded?: boolean;
  load?: () => void;
};

/** A ⋯ menu instead of buttons. */
export const WITH_MENU = "(width < 48rem), (width < 62.5rem) and (pointer: coarse)";

/** With `menu`, one ⋯ button for all, and hidden buttons for the row's keys. */
export function RowActions({ actions, menu }: { actions: RowAction[]; menu: boolean }) {
  const [first] = actions;
  if (!first) return null;
  const inMenu = actions.filter((action) => menu || action.inMenu);
  return (
    <>
      {actions.map((action) => !action.menuOnly && <ActionButton key={action.name} action={action} />)}
      {inMenu.length > 0 && (
        <RowMenu label={first.name.replace(/^\S+/, "Actions for")} actions={inMenu} isAlone={menu} />
      )}
    </>
  );
}

type MenuProps = { label: string; actions: RowAction[]; isAlone?: boolean };

export function RowMenu({ label, actions, isAlone = false }: MenuProps) {
  if (actions.length === 0) return null;
  return (
    <Menu
      label={label}
      items={actions.map(({ icon, worded: _, ...action }) => ({
        ...action,
        icon: icon && <Icon is={icon} />,
      }))}
      wrapperClassName={isAlone ? "block" : "ml-0.5 inline-flex align-middle"}
      className="row-action icon-ellipsis before:size-4.5"
    />
  );
}

function ActionButton({ action }: { action: RowAction }) {
  const { name, label, hint, icon, danger, href, onSelect, load, worded, inMenu } = action;
  const rowKey = action.rowKey ?? (danger ? "Delete" : label === "Edit" ? "e" : undefined);
  if (inMenu) return rowKey && <button type="button" hidden data-row-shortcut={rowKey} onClick={onSelect} />;
  const shared = {
    title: hint ?? name,
    "aria-label": name,
    "data-row-shortcut": rowKey,
    className: clsx("row-action list-action", icon && drawing(icon), danger && "list-danger"),
  };
  if (worded) {
    return (
      <Button
        aria-label={name}
        onClick={onSelect}
        className="list-action mr-1 h-8! px-2.5! pointer-coarse:h-11!"
      >
        {icon && <Icon is={icon} />}
        {label}
      </Button>
    );
  }
  return href ? (
    <Link {...shared} href={href} />
  ) : (
    <button {...shared} type="button" onClick={onSelect} onPointerEnter={load} onFocus={load} />
  );
}

export function editRow(name: string, way: Pick<RowAction, "href" | "onSelect" | "load">): RowAction {
  return { name: `Edit ${name}`, label: "Edit", icon: "pencil", ...way };
}

export function deleteRow(name: string, onSelect: () => void): RowAction {
  return { name: `Delete ${name}`, label: "Delete", icon: "trash", danger: true, onSelect };
}
