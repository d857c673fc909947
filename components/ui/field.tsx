import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { useFormContext } from "react-hook-form";
import { FieldError, FieldLabel } from "./field-parts.tsx";

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
  /** Right end of the label's line, such as a counter. */
  aside?: ReactNode;
  help?: ReactNode;
  className?: string;
  /** The label is only for assistive technology, because a heading names the column. */
  hideLabel?: boolean;
  deps?: string[];
};

type Inside = {
  /** "Required" would be wrong over a box that holds text. */
  notRequired?: string | undefined;
  children: (control: Control) => ReactNode;
};

export function Field(props: FieldProps & Inside) {
  const { name, label, required, aside, help, notRequired, className, hideLabel, children } = props;
  const id = useId();
  const { getFieldState, formState } = useFormContext();
  const problem = getFieldState(name, formState).error?.message;
  const message = (problem === "Required" && notRequired) || problem;
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const asideId = `${id}-aside`;
  const described = [message && errorId, aside && asideId, help && helpId];
  return (
    <div className={clsx("grid content-start gap-1.5", className)}>
      <span className={hideLabel ? "sr-only" : "flex items-baseline justify-between gap-2"}>
        <FieldLabel htmlFor={id} required={required}>
          {label}
        </FieldLabel>
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
      {message && <FieldError id={errorId}>{message}</FieldError>}
      {help && (
        <p id={helpId} className="text-muted-foreground text-sm">
          {help}
        </p>
      )}
    </div>
  );
}

type Props = FieldProps &
  Pick<
    ComponentProps<"input">,
    | "type"
    | "autoComplete"
    | "inputMode"
    | "autoFocus"
    | "title"
    | "placeholder"
    | "list"
    | "min"
    | "max"
    | "step"
  >;

export function TextField({
  name,
  label,
  required,
  aside,
  help,
  className,
  hideLabel,
  deps,
  ...input
}: Props) {
  const field = { name, label, required, aside, help, className, hideLabel };
  const { register } = useFormContext();
  return (
    <Field {...field}>
      {(control) => <input {...input} {...control} {...register(name, { deps })} className="field" />}
    </Field>
  );
}

export function EmailField(props: Partial<Props> & Pick<Props, "autoComplete">) {
  return <TextField name="email" label="Email" required type="email" inputMode="email" {...props} />;
}
