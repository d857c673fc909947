import clsx from "clsx";
import { GripVertical } from "lucide-react";
import type { KeyboardEvent, PointerEvent } from "react";

type Props = {
  label: string;
  onTake: (event: PointerEvent) => void;
  onMove: (by: number) => void;
  className?: string;
};

export function Grip({ label, onTake, onMove, className }: Props) {
  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    onMove(by);
  }

  return (
    <button
      type="button"
      data-grip=""
      title="Drag, or press ↑ and ↓"
      aria-label={label}
      aria-keyshortcuts="ArrowUp ArrowDown"
      onPointerDown={onTake}
      onKeyDown={onKeyDown}
      className={clsx(
        "grid h-control w-6 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground hover:bg-accent pointer-coarse:w-11",
        className,
      )}
    >
      <GripVertical size={16} />
    </button>
  );
}
