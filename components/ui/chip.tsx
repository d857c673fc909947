import type { MouseEvent, ReactNode } from "react";

/** One of a few ways to look at a list; pressed or not. */
export function Chip({
  pressed,
  onPress,
  children,
}: {
  pressed: boolean;
  onPress: (event: MouseEvent) => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-border-strong bg-card px-2.5 font-medium text-sm hover:bg-accent aria-pressed:border-transparent aria-pressed:bg-primary-soft aria-pressed:text-primary-soft-foreground phone:h-11 pointer-coarse:h-11"
    >
      {children}
    </button>
  );
}
