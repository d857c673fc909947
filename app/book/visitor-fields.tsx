"use client";
import { type ComponentProps, useId } from "react";
import { FieldError, FieldLabel } from "#components/ui/field-parts.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";

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
      <FieldLabel htmlFor={id} required={required}>
        {label}
      </FieldLabel>
      {rows ? (
        <GrowingText {...control} rows={rows} className="min-h-20" />
      ) : (
        <input {...input} {...control} className="field" />
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
