import clsx from "clsx";
import type { ReactNode } from "react";

const tones = {
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  gold: "bg-gold-soft text-gold",
  info: "bg-primary-soft text-primary-soft-foreground",
  away: "bg-info-soft text-info",
  muted: "bg-muted text-muted-foreground",
};

type Props = { tone: keyof typeof tones; title?: string; className?: string; children: ReactNode };

export function Badge({ tone, title, className, children }: Props) {
  return (
    <span
      title={title}
      className={clsx(
        "inline-flex h-5 items-center gap-1 rounded-full px-2 font-medium text-xs",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
