"use client";
import type { ComponentProps } from "react";
import { useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "./field.tsx";
import { GrowingText } from "./growing-text.tsx";

type Props = FieldProps &
  Pick<ComponentProps<"textarea">, "rows" | "placeholder"> & { "data-shortcut"?: string };

/** A text of several lines, as tall as what is written in it. */
export function TextArea({ name, label, required, aside, help, className, ...area }: Props) {
  const { register } = useFormContext();
  return (
    <Field name={name} label={label} required={required} aside={aside} help={help} className={className}>
      {(control) => (
        <GrowingText rows={2} {...area} {...control} {...register(name)} className="min-h-15 leading-5" />
      )}
    </Field>
  );
}
