"use client";
import type { ComponentProps } from "react";
import { useFormContext } from "react-hook-form";
import { Field, type FieldProps } from "./field.tsx";

type Props = FieldProps &
  Pick<
    ComponentProps<"input">,
    "type" | "autoComplete" | "inputMode" | "autoFocus" | "title" | "placeholder" | "min" | "max" | "step"
  >;

export function TextField({ name, label, required, aside, help, className, ...input }: Props) {
  const { register } = useFormContext();
  return (
    <Field name={name} label={label} required={required} aside={aside} help={help} className={className}>
      {(control) => <input {...input} {...control} {...register(name)} className="field" />}
    </Field>
  );
}

/** An email address, with the keyboard of one. */
export function EmailField(props: Partial<Props> & Pick<Props, "autoComplete">) {
  return <TextField name="email" label="Email" required type="email" inputMode="email" {...props} />;
}
