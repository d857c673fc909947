"use client";
import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useFormContext } from "react-hook-form";

type Control = {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
  "aria-required": boolean | undefined;
};

export type FieldProps = {
  name: string;
  label: string;
  required?: boolean;
  /** Stands at the right end of the label's line: a counter. */
  aside?: ReactNode;
  help?: ReactNode;
  className?: string;
};

/** Label, control, help and error of one value of the form around it. */
export function Field(props: FieldProps & { children: (control: Control) => ReactNode }) {
  const { name, label, required, aside, help, className, children } = props;
  const id = useId();
  const { getFieldState, formState } = useFormContext();
  const message = getFieldState(name, formState).error?.message;
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const asideId = `${id}-aside`;
  const described = [message && errorId, aside && asideId, help && helpId];
  return (
    <div className={clsx("grid content-start gap-1.5", className)}>
      <span className="flex items-baseline justify-between gap-2">
        <label
          htmlFor={id}
          // The asterisk is drawn, not written: the label's text stays the field's name.
          className={clsx(
            "font-medium text-sm",
            required && "after:ml-1 after:text-danger after:content-['*'/'']",
          )}
        >
          {label}
        </label>
        {aside && (
          <span id={asideId} className="text-muted-foreground text-sm tabular-nums">
            {aside}
          </span>
        )}
      </span>
      {children({
        id,
        "aria-invalid": message !== undefined,
        "aria-describedby": described.filter(Boolean).join(" ") || undefined,
        "aria-required": required || undefined,
      })}
      {message && (
        <p id={errorId} className="flex items-start gap-1.5 font-medium text-danger text-sm">
          <CircleAlert size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
          {message}
        </p>
      )}
      {help && (
        <p id={helpId} className="text-muted-foreground text-sm">
          {help}
        </p>
      )}
    </div>
  );
}
