import clsx from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Icon, type IconName } from "./icon.tsx";

const variants = {
  primary: "border-transparent bg-primary text-primary-foreground shadow-1 hover:bg-primary-hover",
  outline: "border-border-strong bg-card shadow-1 hover:bg-accent",
  ghost: "border-transparent hover:bg-accent",
  danger: "border-transparent bg-danger-solid text-danger-solid-foreground hover:brightness-95",
};

type Look = { variant?: keyof typeof variants; className?: string };

export function buttonClass({ variant = "outline", className }: Look = {}) {
  return clsx(
    "inline-flex h-control shrink-0 touch-manipulation items-center justify-center gap-2 whitespace-nowrap rounded-md border px-3.5 font-medium transition-[background-color,border-color] duration-100",
    "aria-disabled:cursor-not-allowed aria-disabled:opacity-60 disabled:cursor-not-allowed disabled:opacity-60",
    variants[variant],
    className,
  );
}

/** `size`: of a lucide icon, in pixels. */
type Drawing = { icon?: IconName | LucideIcon | undefined; size?: number | undefined };

function Drawn({ icon: Picture, size = 16 }: Drawing) {
  if (typeof Picture === "string") return <Icon is={Picture} />;
  return Picture && <Picture size={size} strokeWidth={1.75} />;
}

type ButtonProps = Look & ComponentProps<"button"> & Drawing & { busy?: boolean };

export function Button({ variant, className, busy, icon, size, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      {...props}
      className={buttonClass({ variant, className })}
    >
      {busy && <span className="spinner border-current/40 border-t-current" aria-hidden="true" />}
      <Drawn icon={icon} size={size} />
      {children}
    </button>
  );
}

export const warningAction =
  "inline-flex min-h-6 items-center font-semibold underline underline-offset-3 pointer-coarse:min-h-11";

export function iconButtonClass({ row, className }: { row?: boolean; className?: string }) {
  return clsx(
    "inline-flex shrink-0 touch-manipulation items-center justify-center rounded-md transition-colors duration-100 hover:bg-accent",
    row ? "size-row-control text-muted-foreground hover:text-foreground" : "size-control",
    className,
  );
}

type IconButtonProps = ComponentProps<"button"> & Drawing & { label: string; row?: boolean };

export function IconButton({ label, row, icon, size, className, children, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...props}
      aria-label={label}
      className={iconButtonClass({ row, className })}
    >
      <Drawn icon={icon} size={size} />
      {children}
    </button>
  );
}
