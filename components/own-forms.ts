import type { BuiltInField } from "#lib/contract/built-in-fields.ts";
import type { OwnValues } from "#lib/contract/field-terms.ts";
import type { Money } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { formValue, ownWords } from "#lib/own-fields.ts";

export function comparedFields(fields: readonly BuiltInField[], money: Money, timezone?: string) {
  return fields.map(({ key, label, kind }) => ({
    name: key,
    label,
    ...(kind !== "reference" && {
      text: (value: unknown) => ownWords({ kind }, value, money, kind === "moment" ? timezone : undefined),
    }),
  }));
}

export function ownForms(own: readonly OwnField[], money: Money) {
  const values = (stored: OwnValues = {}) =>
    Object.fromEntries(own.map((field) => [field.id, formValue(field, stored[field.id], money)]));
  return {
    fieldsOf: (stored?: OwnValues) => (own.length > 0 ? { fields: values(stored) } : {}),
    compared: own.map((field) => ({
      name: `fields.${field.id}`,
      label: field.label,
      text: (value: unknown) => ownWords(field, value, money),
    })),
  };
}
