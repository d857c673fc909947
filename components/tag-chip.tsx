import clsx from "clsx";
import type { ReactNode } from "react";

const colors = ["av-1", "av-1", "av-2", "av-3", "av-4", "av-5", "av-6"];

export function tagColor(color: number | null): string {
  return colors[color ?? 1] ?? "av-1";
}

type Props = { name: string; color: number | null; children?: ReactNode };

export function TagChip({ name, color, children }: Props) {
  return (
    <span
      className={clsx(
        "inline-flex h-6 max-w-full items-center rounded-sm bg-(--avatar) font-semibold text-avatar text-xs",
        tagColor(color),
      )}
    >
      <span className={clsx("truncate pl-2", !children && "pr-2")}>{name}</span>
      {children}
    </span>
  );
}
