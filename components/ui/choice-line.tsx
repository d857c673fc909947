import clsx from "clsx";
import type { ComponentProps } from "react";

type Props = ComponentProps<"input"> & { type: "checkbox" | "radio" };

export function ChoiceLine({ className, children, ...input }: Props) {
  return (
    <label className={clsx("flex min-h-6 items-center gap-2 pointer-coarse:min-h-11", className)}>
      <input {...input} className="size-4 shrink-0 accent-primary" />
      {children}
    </label>
  );
}
