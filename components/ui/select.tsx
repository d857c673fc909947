import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import { type ComponentProps, type KeyboardEvent, useId, useImperativeHandle, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { Field, type FieldProps } from "./field.tsx";
import { part } from "./part.tsx";
import type { SelectOption } from "./select-list.tsx";

type Props = Omit<ComponentProps<"button">, "onChange" | "value"> & {
  label?: string;
  value: string;
  options: readonly SelectOption[];
  placeholder?: string;
  onChange: (value: string) => void;
};

const List = part(() => import("./select-list.tsx"), "SelectList");

/** For short lists; use a combobox for long ones. */
export function Select({ label, value, options, placeholder, onChange, ref, className, ...button }: Props) {
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useId();
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => trigger.current);
  const selected = options.find((option) => option.value === value);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = startingWith(event.key, options, selected);
    if (next) onChange(next.value);
  }

  return (
    <span className={clsx("relative grid", className)}>
      <button
        {...button}
        ref={trigger}
        type="button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        data-placeholder={selected && value !== "" ? undefined : ""}
        {...List.near}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        className="field inline-flex items-center gap-1.5 whitespace-nowrap data-placeholder:text-muted-foreground [&>span]:truncate"
      >
        {selected?.icon}
        <span>{selected?.label ?? placeholder}</span>
        <ChevronDown size={14} className="ml-auto shrink-0 text-muted-foreground" />
      </button>
      {open && (
        <List
          id={list}
          value={value}
          options={options}
          trigger={trigger}
          onChange={onChange}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
}

function startingWith(letter: string, options: readonly SelectOption[], selected?: SelectOption) {
  const after = selected ? options.indexOf(selected) + 1 : 0;
  return [...options.slice(after), ...options.slice(0, after)].find(
    (option) => letter.length === 1 && option.label.toLowerCase().startsWith(letter.toLowerCase()),
  );
}

type SelectFieldProps = FieldProps & {
  options: readonly SelectOption[];
  placeholder?: string;
  none?: string;
  onChosen?: (value: string | null) => void;
};

const NONE = "none";

/** The form holds the option's value, or null. Unknown values are shown as they are. */
export function SelectField({
  options,
  placeholder = "Choose…",
  none,
  onChosen,
  ...props
}: SelectFieldProps) {
  const { field } = useController({ name: props.name });
  const value: string = field.value ?? "";
  const known = value === "" || options.some((option) => option.value === value);

  function choose(next: string) {
    const value = next === NONE ? null : next;
    field.onChange(value);
    onChosen?.(value);
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
