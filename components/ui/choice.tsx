import clsx from "clsx";
import type { ReactNode, Ref } from "react";

const choice =
  "relative flex h-control min-w-0 cursor-pointer items-center gap-1.75 rounded-md border px-2.25 text-left font-medium text-sm has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2 phone:px-2.5 phone:text-base phone:leading-4.25";
const openLook = "border-border-strong bg-card hover:bg-accent";
const chosenLook =
  "border-primary bg-primary-soft text-primary-soft-foreground inset-ring inset-ring-primary";

type Props = {
  group: string;
  name: string;
  ref?: Ref<HTMLInputElement> | undefined;
  checked: boolean;
  disabled?: boolean;
  onChoose: () => void;
  className?: string;
  children: ReactNode;
};

/** Disabled choices stay focusable, so their reason can be read. */
export function Choice({ group, name, ref, checked, disabled, onChoose, className, children }: Props) {
  return (
    <label
      title={disabled ? name : undefined}
      className={clsx(
        choice,
        checked ? chosenLook : openLook,
        disabled && "cursor-not-allowed! bg-muted! text-muted-foreground",
        className,
      )}
    >
      <input
        ref={ref}
        type="radio"
        name={group}
        checked={checked}
        aria-disabled={disabled || undefined}
        aria-label={name}
        onChange={onChoose}
        className="absolute inset-0 cursor-[inherit] appearance-none opacity-0"
      />
      {children}
    </label>
  );
}
