"use client";
import { Plus } from "lucide-react";
import { Button } from "#components/ui/button.tsx";

/** The one primary action of a list; `load` fetches what it will open. */
export function NewButton({
  label = "New",
  onClick,
  load,
}: {
  label?: string;
  onClick: () => void;
  load?: () => void;
}) {
  return (
    <Button variant="primary" onClick={onClick} onPointerEnter={load} onFocus={load} data-shortcut="n">
      <Plus size={16} aria-hidden="true" />
      {label}
    </Button>
  );
}
