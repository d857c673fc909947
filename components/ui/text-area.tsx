"use client";
import type { ComponentProps } from "react";
import { useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "./field.tsx";

type Props = FieldProps &
  Pick<ComponentProps<"textarea">, "rows" | "placeholder"> & { "data-shortcut"?: string };

/** A text of several lines, as tall as what is written in it. */
export function TextArea({ name, label, required, aside, help, className, ...area }: Props) {
  const { register } = useFormContext();
  return (
    <Field name={name} label={label} required={required} aside={aside} help={help} className={className}>
      {(control) => (
        <textarea
          rows={2}
          {...area}
          {...control}
          {...register(name)}
          className="field field-sizing-content h-auto! resize-none max-h-60 min-h-15 py-2! leading-5"
        />
      )}
    </Field>
  );
}
