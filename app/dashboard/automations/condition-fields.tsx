"use client";
import { useFormContext, useWatch } from "react-hook-form";
import { SelectField } from "#components/ui/select-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import {
  conditionFields,
  conditionTypes,
  MAX_DAYS,
  operations,
  units,
} from "#lib/contract/automation-terms.ts";
import { type Condition, isBlank, optionsOf, typeOf } from "./words.ts";

const types: Record<string, string> = conditionFields;

/** One condition. Its type narrows the fields, and the field says how a value is given. */
export function ConditionFields({ index }: { index: number }) {
  const at = `condition.${index}`;
  const { setValue, formState } = useFormContext();
  const condition: Condition = useWatch({ name: at });
  const fields = Object.keys(types).filter((field) => !condition.type || types[field] === condition.type);
  const change = { shouldDirty: true, shouldValidate: formState.isSubmitted };

  // A number of days is no price: what was given for another type is not meant for this one.
  function forget() {
    setValue(`${at}.value`, "", change);
    setValue(`${at}.unit`, null, change);
  }

  function onType(type: string | null) {
    if (types[String(condition.field)] === type) return;
    if (!isBlank(condition.field)) setValue(`${at}.field`, "", change);
    forget();
  }

  function onField(field: string | null) {
    const type = types[String(field)] ?? "";
    if (typeOf(condition) !== type) forget();
    if (!condition.type) setValue(`${at}.type`, type, change);
  }

  return (
    <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
      <SelectField
        name={`${at}.type`}
        label="Condition type"
        required
        options={optionsOf(conditionTypes)}
        onChosen={onType}
      />
      <SelectField
        name={`${at}.field`}
        label="Field"
        required
        options={optionsOf(fields)}
        onChosen={onField}
      />
      <SelectField name={`${at}.operation`} label="Operation" required options={optionsOf(operations)} />
      <ValueFields at={at} condition={condition} />
    </div>
  );
}

/**
 * SPEC.md: a number input for numbers, none for dates. A date without one is compared with today; whoever chooses the
 * unit can say how many of them before or after.
 */
function ValueFields({ at, condition: { value, unit, ...condition } }: { at: string; condition: Condition }) {
  const { setValue } = useFormContext();
  const type = typeOf(condition);
  if (type === "NUMERIC") {
    return (
      <TextField
        key={type}
        name={`${at}.value`}
        label="Value"
        required
        type="number"
        inputMode="decimal"
        min={0}
        step="any"
        autoComplete="off"
      />
    );
  }
  if (type !== "DATE") return <TextField name={`${at}.value`} label="Value" required autoComplete="off" />;
  return (
    <>
      <SelectField
        name={`${at}.unit`}
        label="Unit"
        none="Today"
        options={optionsOf(units)}
        onChosen={(chosen) => chosen === null && setValue(`${at}.value`, "", { shouldDirty: true })}
      />
      {(unit || !isBlank(value)) && (
        <TextField
          key={type}
          name={`${at}.value`}
          label="How many days"
          type="number"
          inputMode="numeric"
          min={0}
          max={MAX_DAYS}
          step={1}
          autoComplete="off"
        />
      )}
    </>
  );
}
