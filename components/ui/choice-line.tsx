import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

type Props = ComponentProps<"input"> & { type: "checkbox" | "radio"; note?: ReactNode };

export function ChoiceLine({ note, className, children, ...input }: Props) {
  const id = useId();
  const line = (
    <label className={clsx("flex min-h-6 items-center gap-2 pointer-coarse:min-h-11", className)}>
      <input aria-describedby={note ? id : undefined} {...input} className="size-4 shrink-0 accent-primary" />
      {children}
    </label>
  );
  if (note === undefined) return line;
  return (
    <div className="grid justify-items-start gap-0.5">
      {line}
      {note && (
        <p id={id} className="pl-6 text-muted-foreground text-sm">
          {note}
        </p>
      )}
    </div>
  );
}
