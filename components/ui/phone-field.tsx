import { useMemo, useState } from "react";
import { useController } from "react-hook-form";
import { codeIn, codeOfZone, countriesWith, formatPhone, readPhone } from "#lib/phone.ts";
import { Field, type FieldProps } from "./field.tsx";
import { Select } from "./select.tsx";

/** Stored in international format. Numbers without a code get that of `timezone` if valid there, else SPEC.md's. */
export function PhoneField({ timezone, ...props }: FieldProps & { timezone?: string | undefined }) {
  const { field } = useController({ name: props.name, rules: { deps: props.deps } });
  const value: string = field.value ?? "";
  const storeCode = useMemo(() => (timezone === undefined ? "+1" : codeOfZone(timezone)), [timezone]);
  const [picked, setPicked] = useState<string | null>(null);
  const pickedCode = picked ?? storeCode;
  const isSpec = timezone === undefined;
  const its = isSpec ? "" : codeIn(value);
  const countries = countriesWith(storeCode, its);
  // The box shows the typed text while it matches the value.
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null);
  const text = typed?.value === value ? typed.text : value;
  // A code in the number overrides the selected one.
  const named = its || countries.find((entry) => value.startsWith(entry.code))?.code;
  const code = named ?? (value.startsWith("+") ? "" : pickedCode);

  function choose(next: string) {
    setPicked(next);
    const rest =
      code && value.startsWith(code) ? value.slice(code.length).trim() : value.startsWith("+") ? "" : value;
    field.onChange(formatPhone(`${next} ${rest}`, next));
  }

  function type(input: string) {
    const text = input.replace(/[^\d\s+]/g, "");
    const value = (isSpec ? formatPhone : readPhone)(text, code || pickedCode);
    setTyped({ text, value });
    field.onChange(value);
  }

  return (
    <Field {...props}>
      {(control) => (
        <div className="flex flex-wrap gap-2">
          <Select
            label="Country code"
            value={code}
            onChange={choose}
            options={countries.map((entry) => ({ value: entry.code, label: entry.label }))}
            className="grow basis-31 phone:basis-33"
          />
          <input
            {...control}
            ref={field.ref}
            name={field.name}
            value={text}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            onChange={(event) => type(event.target.value)}
            onBlur={() => {
              field.onBlur();
              setTyped(null);
            }}
            className="field min-w-0 grow-999 basis-40 tabular-nums"
          />
        </div>
      )}
    </Field>
  );
}
