import clsx from "clsx";
import type { MouseEvent, ReactNode } from "react";

type Props = {
  pressed: boolean;
  hidden?: boolean;
  onPress: (event: MouseEvent) => void;
  children: ReactNode;
};

export function Chip({ pressed, hidden = false, onPress, children }: Props) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={clsx(
        "inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-border-strong bg-card px-2.5 font-medium text-sm hover:bg-accent aria-pressed:border-transparent aria-pressed:bg-primary-soft aria-pressed:text-primary-soft-foreground phone:h-11 pointer-coarse:h-11",
        hidden && "invisible",
      )}
    >
      {children}
    </button>
  );
}
