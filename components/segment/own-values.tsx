"use client";
import { Select } from "#components/ui/select.tsx";
import type { OwnField } from "#lib/contract/own-fields.ts";
import type { Condition, Value } from "./fields.ts";
import { useTyped } from "./period-fields.tsx";

type Own = Extract<Condition, { field: "own" }>;
type Props = {
  condition: Own;
  own: readonly OwnField[];
  has: (value: Value) => boolean;
  onChange: (changes: Partial<Own>) => void;
};

export function OwnValues({ condition, own, has, onChange }: Props) {
  const field = own.find(({ id }) => id === condition.fieldId);
  if (!field) return null;
  const chosen = condition.optionIds ?? [];
  return (
    <>
      {has("number") && (
        <NumberOf
          label={field.label}
          amount={condition.amount ?? "0"}
          onAmount={(amount) => onChange({ amount })}
        />
      )}
      {has("yes") && (
        <Select
          label={field.label}
          value={condition.yes ? "yes" : "no"}
          options={[
            { value: "yes", label: "yes" },
            { value: "no", label: "no" },
          ]}
          onChange={(answer) => onChange({ yes: answer === "yes" })}
        />
      )}
      {has("options") && (
        <fieldset className="grid max-h-60 overflow-y-auto p-0.5">
          <legend className="sr-only">{field.label}</legend>
          {field.options.map(({ id, text }) => (
            <label key={id} className="flex min-h-8 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={({ target }) =>
                  onChange({
                    optionIds: target.checked ? [...chosen, id] : chosen.filter((one) => one !== id),
                  })
                }
                className="size-4 shrink-0 accent-primary"
              />
              {text}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

const NUMBER = /^-?\d{1,12}(\.\d{1,3})?$/;

function NumberOf({
  label,
  amount,
  onAmount,
}: {
  label: string;
  amount: string;
  onAmount: (amount: string) => void;
}) {
  const { text, type } = useTyped(amount, (value) => value);
  const read = (typed: string) => typed.trim().replace(",", ".");
  return (
    <input
      aria-label={label}
      aria-invalid={!NUMBER.test(read(text)) || undefined}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={({ target }) => {
        const next = read(target.value);
        const isNumber = target.value.length <= 20 && NUMBER.test(next);
        type(target.value, isNumber ? next : undefined);
        if (isNumber) onAmount(next);
      }}
      className="field tabular-nums"
    />
  );
}
