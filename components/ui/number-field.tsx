import { useController } from "react-hook-form";
import { Field, type FieldProps } from "./field.tsx";

type Props = FieldProps & { min?: number; max?: number; step?: number };

/** Clamped to min and max on blur; arrow keys use `step`. */
export function NumberField({ min, max, step, ...props }: Props) {
  const { field } = useController({ name: props.name });
  const value = field.value as number | null;

  function onBlur() {
    if (value !== null) field.onChange(clamp(value, min, max));
    field.onBlur();
  }

  return (
    <Field {...props}>
      {(control) => (
        <input
          {...control}
          ref={field.ref}
          name={field.name}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={step}
          value={value ?? ""}
          onChange={({ target }) => field.onChange(target.value === "" ? null : target.valueAsNumber)}
          onBlur={onBlur}
          className="field tabular-nums"
        />
      )}
    </Field>
  );
}

export function clamp(value: number, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY): number {
  return Math.min(max, Math.max(min, value));
}
