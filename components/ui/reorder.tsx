import clsx from "clsx";
import { GripVertical } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";

/** `at`: the row that moved, which keeps the focus. `said`: for screen readers. */
type Moved = { at: number; said?: string };

/** The rows of `list` are the parents of its grips. `place` returns undefined if nothing moves. */
export function useReorder<E extends HTMLElement>(
  place: (from: number, to: number, isStep: boolean) => Moved | undefined,
) {
  const list = useRef<E>(null);
  const [dropAt, setDropAt] = useState<number | null>(null);
  const [said, say] = useState("");
  const focused = useRef<number | null>(null);
  const latest = useRef(move);
  latest.current = move;
  const grips = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-grip]") ?? [])];

  useEffect(() => {
    if (focused.current === null) return;
    grips()[focused.current]?.focus();
    focused.current = null;
  });

  function move(from: number, to: number, isStep = false) {
    const moved = from === to ? undefined : place(from, to, isStep);
    if (!moved) return;
    focused.current = moved.at;
    say(moved.said ?? "");
  }

  function take(event: PointerEvent, from: number) {
    if (event.button !== 0) return;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    let to = from;
    const end = () => {
      listening.abort();
      setDropAt(null);
    };
    const follow = ({ clientY }: { clientY: number }) => {
      const rows = grips().map(({ parentElement }) => parentElement?.getBoundingClientRect().bottom ?? 0);
      const below = rows.findIndex((bottom) => clientY < bottom);
      to = below < 0 ? rows.length - 1 : below;
      setDropAt(to === from ? null : to);
    };
    window.addEventListener("pointermove", follow, options);
    window.addEventListener("pointercancel", end, options);
    window.addEventListener("keydown", ({ key }) => key === "Escape" && end(), options);
    window.addEventListener(
      "pointerup",
      () => {
        end();
        latest.current(from, to);
      },
      options,
    );
  }

  const grip = (index: number) => ({
    onTake: (event: PointerEvent) => take(event, index),
    onMove: (by: number) => move(index, index + by, true),
  });
  const status = (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
  return { list, dropAt, grip, status, say };
}

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
