import clsx from "clsx";
import type { ComponentProps, ReactNode } from "react";

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

type ButtonProps = Look & ComponentProps<"button"> & { busy?: boolean };

export function Button({ variant, className, busy, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      {...props}
      className={buttonClass({ variant, className })}
    >
      {busy && <span className="spinner border-current/40 border-t-current" aria-hidden="true" />}
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

type IconButtonProps = ComponentProps<"button"> & { label: string; row?: boolean; children: ReactNode };

export function IconButton({ label, row, className, children, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...props}
      aria-label={label}
      className={iconButtonClass({ row, className })}
    >
      {children}
    </button>
  );
}
