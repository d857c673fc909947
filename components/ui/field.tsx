import { type ComponentProps, useId } from "react";
import { useFormContext } from "react-hook-form";
import { FieldFrame, type FieldLook } from "./field-parts.tsx";

export type FieldProps = FieldLook & { name: string; deps?: string[] };

type Inside = Pick<ComponentProps<typeof FieldFrame>, "children"> & {
  /** "Required" would be wrong over a box that holds text. */
  notRequired?: string | undefined;
};

export function Field({ name, notRequired, deps: _, ...look }: FieldProps & Inside) {
  const { getFieldState, formState } = useFormContext();
  const problem = getFieldState(name, formState).error?.message;
  return <FieldFrame {...look} message={(problem === "Required" && notRequired) || problem} />;
}

type InputProps =
  | "type"
  | "autoComplete"
  | "inputMode"
  | "autoFocus"
  | "title"
  | "placeholder"
  | "maxLength"
  | "min"
  | "max"
  | "step";
type Props = FieldProps & Pick<ComponentProps<"input">, InputProps> & { suggestions?: readonly string[] };

export function TextField(props: Props) {
  const { name, label, required, aside, help, className, hideLabel, deps, suggestions, ...input } = props;
  const field = { name, label, required, aside, help, className, hideLabel };
  const { register } = useFormContext();
  const list = useId();
  return (
    <Field {...field}>
      {(control) => (
        <>
          <input
            {...input}
            {...control}
            {...register(name, { deps })}
            list={suggestions && list}
            className="field"
          />
          {suggestions && (
            <datalist id={list}>
              {suggestions.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

export function EmailField(props: Partial<Props> & Pick<Props, "autoComplete">) {
  return <TextField name="email" label="Email" required type="email" inputMode="email" {...props} />;
}
