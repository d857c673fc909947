import clsx from "clsx";
import { useId } from "react";
import { useController } from "react-hook-form";
import { FieldError, labelClass } from "./field-parts.tsx";

type Choice = { value: string; label: string; meaning: string };
type Props = {
  name: string;
  label: string;
  required?: boolean;
  choices: readonly Choice[];
  className?: string;
};

export function ChoiceField({ name, label, required, choices, className }: Props) {
  const id = useId();
  const { field, fieldState } = useController({ name });
  const message = fieldState.error?.message;
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      aria-required={required}
      aria-invalid={message !== undefined}
      aria-describedby={message && `${id}-error`}
      className={clsx("grid content-start gap-1.5", className)}
    >
      <span id={id} className={labelClass(required)}>
        {label}
      </span>
      <div className="grid gap-2 md:grid-cols-2">
        {choices.map(({ value, label, meaning }, index) => (
          <label
            key={value}
            className="flex cursor-pointer gap-3 rounded-md border border-input bg-card p-3 hover:bg-accent has-checked:border-primary has-checked:bg-primary-soft"
          >
            <input
              ref={index === 0 ? field.ref : undefined}
              type="radio"
              name={name}
              aria-label={label}
              aria-describedby={`${id}-${value}`}
              checked={field.value === value}
              onChange={() => field.onChange(value)}
              onBlur={field.onBlur}
              className="mt-0.5 size-4 shrink-0 accent-primary"
            />
            <span className="grid content-start gap-0.5">
              <span className="font-medium">{label}</span>
              <span id={`${id}-${value}`} className="text-muted-foreground text-sm">
                {meaning}
              </span>
            </span>
          </label>
        ))}
      </div>
      {message && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </div>
  );
}
