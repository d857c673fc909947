"use client";
import { useMemo, useState } from "react";
import { useController } from "react-hook-form";
import { codeIn, codeOfZone, countriesWith, formatPhone, readPhone } from "#lib/phone.ts";
import { Field, type FieldProps } from "./field.tsx";
import { Select } from "./select.tsx";

/**
 * A phone number with a country code before it. Whatever is typed keeps digits, spaces and plus; the form holds it as
 * it is written internationally from the first key on, so that every way of saving stores the same. A number without a
 * country code gets that of `timezone` where it is a number of that country. Without `timezone` it gets SPEC.md's default.
 */
export function PhoneField({ timezone, ...props }: FieldProps & { timezone?: string | undefined }) {
  const { field } = useController({ name: props.name, rules: { deps: props.deps } });
  const value: string = field.value ?? "";
  const storeCode = useMemo(() => (timezone === undefined ? "+1" : codeOfZone(timezone)), [timezone]);
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked ?? storeCode;
  const isSpec = timezone === undefined;
  const its = isSpec ? "" : codeIn(value);
  const countries = countriesWith(storeCode, its);
  // What is being typed, and what the form holds for it: while it does, the box shows what was typed.
  const [typed, setTyped] = useState<{ text: string; value: string } | null>(null);
  const text = typed?.value === value ? typed.text : value;
  // What the number says of itself counts more than what was chosen before it was typed.
  const named = its || countries.find((entry) => value.startsWith(entry.code))?.code;
  const code = named ?? (value.startsWith("+") ? "" : chosen);

  function choose(next: string) {
    setPicked(next);
    const rest =
      code && value.startsWith(code) ? value.slice(code.length).trim() : value.startsWith("+") ? "" : value;
    field.onChange(formatPhone(`${next} ${rest}`, next));
  }

  function type(input: string) {
    const text = input.replace(/[^\d\s+]/g, "");
    const value = (isSpec ? formatPhone : readPhone)(text, code || chosen);
    setTyped({ text, value });
    field.onChange(value);
  }

  return (
    <Field {...props}>
      {(control) => (
        // One below the other where the number would not fit beside its code.
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
