"use client";
import { useState } from "react";
import { useController } from "react-hook-form";
import { countries, formatPhone } from "#lib/phone.ts";
import { Field, type FieldProps } from "./field.tsx";
import { Select } from "./select.tsx";

/** A phone number with a country code before it. Whatever is typed keeps digits, spaces and plus. */
export function PhoneField(props: FieldProps) {
  const {
    field,
    fieldState: { isDirty },
  } = useController({ name: props.name });
  const value: string = field.value ?? "";
  const [chosen, setChosen] = useState(countries[0]?.code ?? "+1");
  // What the number says of itself counts more than what was chosen before it was typed.
  const code =
    countries.find((entry) => value.startsWith(entry.code))?.code ?? (value.startsWith("+") ? "" : chosen);

  function choose(next: string) {
    setChosen(next);
    const rest =
      code && value.startsWith(code) ? value.slice(code.length).trim() : value.startsWith("+") ? "" : value;
    field.onChange(`${next} ${rest}`);
  }

  function tidy() {
    field.onBlur();
    // A number that was only passed by stays as the host wrote it.
    if (!isDirty) return;
    const formatted = formatPhone(value, code);
    if (formatted !== value) field.onChange(formatted);
  }

  return (
    <Field {...props}>
      {(control) => (
        <div className="flex gap-2">
          <Select
            label="Country code"
            value={code}
            onChange={choose}
            options={countries.map((entry) => ({ value: entry.code, label: entry.label }))}
            className="w-31 shrink-0 phone:w-33"
          />
          <input
            {...control}
            ref={field.ref}
            name={field.name}
            value={value}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            onChange={(event) => field.onChange(event.target.value.replace(/[^\d\s+]/g, ""))}
            onBlur={tidy}
            className="field min-w-0 flex-1 tabular-nums"
          />
        </div>
      )}
    </Field>
  );
}
