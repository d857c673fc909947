import { AmountBox } from "#components/amount-field.tsx";
import { useMoney } from "#components/shell/use-me.ts";
import { TagChip } from "#components/tag-chip.tsx";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { Select } from "#components/ui/select.tsx";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { methodName, payMethods } from "#lib/contract/sale-items.ts";
import { saleStates } from "#lib/contract/sale-states.ts";
import type { Period } from "#lib/contract/segment-parts.ts";
import { MOST_ASKED_TAGS } from "#lib/contract/segment-terms.ts";
import { sourceWords } from "#lib/source-words.ts";
import { type Condition, fieldLook, type Value } from "./fields.ts";
import { Count, PeriodFields, useTypedValue } from "./period-fields.tsx";
import { consentWords, goneTags, months, type Names, verbOf } from "./words.ts";

type Props = { condition: Condition; names: Names; onChange: (condition: Condition) => void };

export function ConditionFields({ condition, names: { categories, tags, own, methods }, onChange }: Props) {
  const { verbs, label } = fieldLook(condition, own);
  const verb = verbOf(condition, own);
  const set = (changes: object) => onChange({ ...condition, ...changes } as Condition);
  const has = (value: Value) => verb.values.includes(value);

  return (
    <div className="grid gap-2">
      {verbs.length > 1 && (
        <Select
          label={`${label}: how`}
          value={verb.label}
          options={verbs.map((one) => ({ value: one.label, label: one.label }))}
          onChange={(wanted) => {
            const next = verbs.find((one) => one.label === wanted);
            if (next) onChange({ ...next.begin, ...kept(condition, next.values) } as Condition);
          }}
        />
      )}
      {has("text") && "contains" in condition && (
        <Typed
          label={`${label} ${verb.label}`}
          text={condition.contains ?? ""}
          onText={(contains) => set({ contains })}
        />
      )}
      {has("within") && "within" in condition && (
        <div className="grid grid-cols-[1fr_auto] items-center gap-2">
          <Count
            label="Days"
            value={condition.within ?? 0}
            min={0}
            max={366}
            onCount={(within) => set({ within })}
          />
          <span className="text-muted-foreground">days</span>
        </div>
      )}
      {has("month") && "month" in condition && (
        <Select
          label="Month"
          value={String(condition.month)}
          options={["this month", ...months].map((month, i) => ({ value: String(i), label: month }))}
          onChange={(month) => set({ month: Number(month) })}
        />
      )}
      {has("amount") && "amount" in condition && (
        <Amount label="Amount" amount={condition.amount ?? "0"} onAmount={(amount) => set({ amount })} />
      )}
      {has("count") && "count" in condition && (
        <Count
          label="Number of sales"
          value={condition.count}
          min={0}
          max={100_000}
          onCount={(count) => set({ count })}
        />
      )}
      {(condition.field === "consent" ||
        condition.field === "source" ||
        condition.field === "payment" ||
        condition.field === "method") &&
        has(STATES[condition.field].value) && (
          <Select
            label={STATES[condition.field].label}
            value={condition.is}
            options={Object.entries(STATES[condition.field].words).map(([value, label]) => ({
              value,
              label: condition.field === "method" ? methodName(methods, value) : label,
            }))}
            onChange={(is) => set({ is })}
          />
        )}
      {has("tags") && condition.field === "tags" && (
        <TagChoice tags={tags} tagIds={condition.tagIds ?? []} onChange={(tagIds) => set({ tagIds })} />
      )}
      {condition.field === "own" && <OwnValues condition={condition} own={own} has={has} onChange={set} />}
      {(has("period") || has("sometime")) && (
        <PeriodFields
          period={"period" in condition ? (condition.period as Period | undefined) : undefined}
          isOptional={has("sometime")}
          mayCome={condition.field === "appointment" || condition.field === "own"}
          onChange={set}
        />
      )}
      {has("category") && categories.length > 0 && (
        <Select
          label="Category"
          value={"categoryId" in condition ? (condition.categoryId ?? "") : ""}
          options={[
            ...(condition.field === "category" ? [] : [{ value: "", label: "any category" }]),
            ...categories.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          placeholder="Choose…"
          onChange={(categoryId) => set({ categoryId: categoryId || undefined })}
        />
      )}
    </div>
  );
}

const STATES = {
  consent: { value: "state", label: "Consent", words: consentWords },
  source: { value: "source", label: "Source", words: sourceWords },
  payment: { value: "payment", label: "Payment", words: saleStates },
  method: {
    ...({ value: "method", label: "Method" } as const),
    words: Object.fromEntries(payMethods.map((method) => [method, method])),
  },
} as const;

function kept(condition: Condition, values: Value[]): object {
  const { not, ...rest } = condition as Record<string, unknown> & { not?: boolean };
  const stays: [string, Value][] = [
    ["contains", "text"],
    ["amount", "amount"],
    ["count", "count"],
    ["period", "sometime"],
    ["categoryId", "category"],
  ];
  return Object.fromEntries([
    ...(not ? [["not", true]] : []),
    ...stays.filter(([key, value]) => key in rest && values.includes(value)).map(([key]) => [key, rest[key]]),
  ]);
}

type TagChoiceProps = { tags: Names["tags"]; tagIds: string[]; onChange: (ids: string[]) => void };

/** Merged tags count as their target. Deleted tags can only be removed. */
function TagChoice({ tags, tagIds, onChange }: TagChoiceProps) {
  if (!tags) return <p className="text-muted-foreground">Loading…</p>;
  const gone = goneTags(tagIds, tags);
  if (tags.length + gone.length === 0)
    return <p className="text-muted-foreground">No contact has a tag yet.</p>;
  const press =
    "flex min-h-8 max-w-full items-center rounded-md border border-transparent px-1 hover:bg-accent aria-pressed:border-primary pointer-coarse:min-h-11";
  return (
    <fieldset className="flex max-h-60 flex-wrap gap-x-1.5 gap-y-1 overflow-y-auto p-0.5">
      <legend className="sr-only">Tags</legend>
      {tags.map(({ id, name, color, merged }) => {
        const its = tagIds.filter(
          (one) => one === id || (merged.includes(one) && !tags.some((tag) => tag.id === one)),
        );
        const isChosen = its.length > 0;
        return (
          <button
            key={id}
            type="button"
            aria-pressed={isChosen}
            disabled={!isChosen && tagIds.length >= MOST_ASKED_TAGS}
            onClick={() => onChange(isChosen ? tagIds.filter((one) => !its.includes(one)) : [...tagIds, id])}
            className={press}
          >
            <TagChip name={`${isChosen ? "✓ " : ""}${name}`} color={color} />
          </button>
        );
      })}
      {gone.length > 0 && (
        <p className="w-full text-danger text-sm">
          {gone.length === 1 ? "A tag" : `${gone.length} tags`} in this condition was deleted, so no one has
          it.{" "}
          <button
            type="button"
            onClick={() => onChange(tagIds.filter((one) => !gone.includes(one)))}
            className="link inline-flex min-h-8 items-center pointer-coarse:min-h-11"
          >
            Remove it
          </button>
        </p>
      )}
    </fieldset>
  );
}

type TypedProps = { label: string; text: string; onText: (text: string) => void };

function Typed({ label, text, onText }: TypedProps) {
  return (
    <input
      aria-label={label}
      value={text}
      maxLength={100}
      autoComplete="off"
      onChange={({ target }) => onText(target.value)}
      className="field"
    />
  );
}

const AMOUNT = /^\d{1,12}(\.\d{1,3})?$/;

type AmountProps = { label: string; amount: string; onAmount: (amount: string) => void };

function Amount({ label, amount, onAmount }: AmountProps) {
  const money = useMoney();
  const box = useTypedValue({
    value: amount,
    show: (value) => money.typed(Number(value)),
    read: (typed) => AMOUNT.exec(money.read(typed))?.[0],
    onValue: onAmount,
  });
  return <AmountBox {...box} aria-label={label} />;
}

type Own = Extract<Condition, { field: "own" }>;
type OwnValuesProps = {
  condition: Own;
  own: readonly OwnField[];
  has: (value: Value) => boolean;
  onChange: (changes: Partial<Own>) => void;
};

function OwnValues({ condition, own, has, onChange }: OwnValuesProps) {
  const field = own.find(({ id }) => id === condition.fieldId);
  if (!field) return null;
  const optionIds = condition.optionIds ?? [];
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
            <ChoiceLine
              key={id}
              type="checkbox"
              checked={optionIds.includes(id)}
              onChange={({ target }) =>
                onChange({
                  optionIds: target.checked ? [...optionIds, id] : optionIds.filter((one) => one !== id),
                })
              }
              className="min-h-8!"
            >
              {text}
            </ChoiceLine>
          ))}
        </fieldset>
      )}
    </>
  );
}

const NUMBER = /^-?\d{1,12}(\.\d{1,3})?$/;

function NumberOf({ label, amount, onAmount }: AmountProps) {
  const box = useTypedValue({
    value: amount,
    show: String,
    read: (typed) => (typed.length <= 20 ? NUMBER.exec(typed.replace(",", "."))?.[0] : undefined),
    onValue: onAmount,
  });
  return (
    <input
      {...box}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      className="field tabular-nums"
    />
  );
}
