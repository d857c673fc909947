import { Pencil, Trash } from "lucide-react";
import type { RowAction } from "./row-actions.tsx";

// Apart from RowActions: a list without them does not load their icons.

/** `name`: what is edited or deleted, "sale to Amara Okafor". */
export function editRow(name: string, way: Pick<RowAction, "href" | "onSelect" | "load">): RowAction {
  return { name: `Edit ${name}`, label: "Edit", icon: <Pencil {...ICON} />, ...way };
}

export function deleteRow(name: string, onSelect: () => void): RowAction {
  return { name: `Delete ${name}`, label: "Delete", icon: <Trash {...ICON} />, danger: true, onSelect };
}

const ICON = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;
