import clsx from "clsx";
import { Fragment, useId } from "react";
import { useController, useFormContext } from "react-hook-form";
import type { FieldKind } from "#lib/contract/built-in-fields.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { inGroups } from "#lib/own-fields.ts";
import { AmountField } from "./amount-field.tsx";
import { ChoiceLine } from "./ui/choice-line.tsx";
import { DateField } from "./ui/date-field.tsx";
import { Field, type FieldProps, TextField } from "./ui/field.tsx";
import { FieldError, labelClass } from "./ui/field-parts.tsx";
import { GrowingText } from "./ui/growing-text.tsx";
import { Select, SelectField } from "./ui/select.tsx";

type Props = { fields: readonly OwnField[]; wide?: string };

export function OwnFields({ fields, wide = "md:col-span-2" }: Props) {
  return inGroups(fields).map(([group, its]) => (
    <Fragment key={group}>
      <h3 className="col-span-full mt-1 border-t pt-3 font-semibold">{group}</h3>
      {its.map((field) => (
        <OwnInput key={field.id} field={field} wide={wide} />
      ))}
    </Fragment>
  ));
}

function OwnInput({ field, wide }: { field: OwnField; wide: string }) {
  const { id, kind, options, suffix } = field;
  const label = suffix ? `${field.label} (${suffix})` : field.label;
  const props = { name: `fields.${id}`, label, required: field.isRequired === true };
  return <FieldInput {...props} {...{ kind, options, wide }} />;
}

type InputProps = {
  name: string;
  label: string;
  required: boolean;
  kind: FieldKind;
  options?: OwnField["options"];
  wide?: string;
};

export function FieldInput({ kind, options = [], wide, ...props }: InputProps) {
  switch (kind) {
    case "text":
      return <TextBox {...props} className={wide} />;
    case "line":
      return <TextField {...props} autoComplete="off" />;
    case "number":
      return <TextField {...props} inputMode="decimal" autoComplete="off" />;
    case "money":
      return <AmountField {...props} />;
    case "date":
      return <DateField {...props} />;
    case "choice":
      return (
        <SelectField
          {...props}
          none={props.required ? undefined : "Not known"}
          options={options.map((one) => ({ value: one.id, label: one.text }))}
        />
      );
    case "choices":
      return <Ticks {...props} options={options} className={wide} />;
    case "yesNo":
      return <YesNo {...props} />;
  }
}

function TextBox(props: FieldProps) {
  const { register } = useFormContext();
  return (
    <Field {...props}>
      {(control) => <GrowingText {...control} {...register(props.name)} rows={1} className="min-h-control" />}
    </Field>
  );
}

const ANSWERS = [
  { value: "", label: "Not known" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

function YesNo(props: FieldProps) {
  const { field } = useController({ name: props.name });
  const value = field.value === true ? "yes" : field.value === false ? "no" : "";
  return (
    <Field {...props}>
      {(control) => (
        <Select
          {...control}
          ref={field.ref}
          onBlur={field.onBlur}
          value={value}
          placeholder="Not known"
          onChange={(answer) => field.onChange(answer === "" ? null : answer === "yes")}
          options={ANSWERS}
        />
      )}
    </Field>
  );
}

function Ticks({ name, label, required, options, className }: FieldProps & Pick<OwnField, "options">) {
  const id = useId();
  const { field, fieldState } = useController({ name });
  const ticked: string[] = field.value ?? [];
  const message = fieldState.error?.message;
  const shown = options.filter((one) => !one.isArchived || ticked.includes(one.id));
  return (
    <fieldset
      aria-describedby={message && `${id}-error`}
      className={clsx("grid min-w-0 content-start gap-1", className)}
    >
      <legend className={labelClass(required)}>{label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-0.5">
        {shown.map((one, index) => (
          <ChoiceLine
            key={one.id}
            ref={index === 0 ? field.ref : undefined}
            type="checkbox"
            checked={ticked.includes(one.id)}
            onChange={({ target }) =>
              field.onChange(
                options
                  .map((option) => option.id)
                  .filter((other) => (other === one.id ? target.checked : ticked.includes(other))),
              )
            }
            onBlur={field.onBlur}
          >
            {one.text}
          </ChoiceLine>
        ))}
      </div>
      {message && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </fieldset>
  );
}
