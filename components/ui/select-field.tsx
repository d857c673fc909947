"use client";
import { useController } from "react-hook-form";
import { Field, type FieldProps } from "./field.tsx";
import { Select, type SelectOption } from "./select.tsx";

type Props = FieldProps & {
  options: readonly SelectOption[];
  placeholder?: string;
  /** The choice of nothing, where the form may do without: "No unit". */
  none?: string;
  /** After the form has taken the choice; null for nothing. */
  onChosen?: (value: string | null) => void;
};

const NONE = "none";

/** One of a few. The form holds the option's value, null for nothing; a value that is no option reads as it is. */
export function SelectField({ options, placeholder = "Choose…", none, onChosen, ...props }: Props) {
  const { field } = useController({ name: props.name });
  const value: string = field.value ?? "";
  const known = value === "" || options.some((option) => option.value === value);

  function choose(next: string) {
    const chosen = next === NONE ? null : next;
    field.onChange(chosen);
    onChosen?.(chosen);
  }

  return (
    <Field {...props}>
      {(control) => (
        <Select
          {...control}
          ref={field.ref}
          onBlur={field.onBlur}
          value={value}
          onChange={choose}
          placeholder={none ?? placeholder}
          options={[
            ...(none ? [{ value: NONE, label: none }] : []),
            ...options,
            ...(known ? [] : [{ value, label: value }]),
          ]}
        />
      )}
    </Field>
  );
}
