"use client";
import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import { type ComponentProps, useId } from "react";

export type Errors = { [field: string]: string };
type Props = { name: string; label: string; required?: boolean; error: string | undefined };

/** A field whose value the browser keeps: what was typed is never lost. */
export function VisitorField({
  name,
  label,
  required,
  error,
  rows,
  ...input
}: Props & ComponentProps<"input"> & { rows?: number }) {
  const id = useId();
  const control = {
    id,
    name,
    "aria-required": required,
    "aria-invalid": error !== undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
  };
  return (
    <div className="grid gap-1.5">
      <label
        htmlFor={id}
        className={clsx(
          "font-medium text-sm",
          required && "after:ml-1 after:text-danger after:content-['*'/'']",
        )}
      >
        {label}
      </label>
      {rows ? (
        <textarea
          {...control}
          rows={rows}
          className="field field-sizing-content h-auto! max-h-60 min-h-20 resize-none py-2!"
        />
      ) : (
        <input {...input} {...control} className="field" />
      )}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 font-medium text-danger text-sm">
          <CircleAlert size={14} className="mt-0.5 shrink-0" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
