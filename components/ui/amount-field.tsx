"use client";
import { useController } from "react-hook-form";
import { Field, type FieldProps } from "./field.tsx";

/** Dollars and cents. Takes what people paste ("$1,240.50"); the schema makes a number of it. */
export function AmountField(props: FieldProps) {
  const { field } = useController({ name: props.name });
  return (
    <Field {...props}>
      {(control) => (
        <div className="relative">
          <span aria-hidden="true" className="absolute top-1/2 left-3 -translate-y-1/2 text-muted-foreground">
            $
          </span>
          <input
            {...control}
            {...field}
            value={field.value ?? ""}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            className="field pl-7 tabular-nums"
          />
        </div>
      )}
    </Field>
  );
}
