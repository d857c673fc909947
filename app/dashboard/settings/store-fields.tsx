import { type ReactNode, useMemo } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import type { Option } from "#components/ui/combobox.tsx";
import { useDates } from "#components/ui/dates.ts";
import { TextField } from "#components/ui/field.tsx";
import { FieldToCome } from "#components/ui/field-parts.tsx";
import { part } from "#components/ui/part.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { DOLLARS, digitsOf, moneyOf, notations } from "#lib/contract/money.ts";
import { typedDay } from "#lib/date-input.ts";
import { type List, wholeList } from "#lib/list.ts";
import { datesOfLocale, moneyOfLocale } from "#lib/locale-defaults.ts";
import { stored } from "#lib/stored-code.ts";
import { matches } from "#lib/text.ts";

const Combobox = part(() => import("#components/ui/combobox.tsx"), "Combobox", { until: CurrencyToCome });

export const loadMoneySchema = stored(async () => (await import("#lib/contract/users.ts")).moneyChoice);

export function storeBody<V extends { currency: { id: string }; dates: string; weekStart: string }>(
  values: V,
) {
  const { currency, dates, weekStart, ...rest } = values;
  const starts = Number(weekStart) as 0 | 1 | 6;
  return { ...rest, currency: currency.id, dayFirst: dates === "dayFirst", weekStart: starts };
}

export function useStoreValues() {
  const { data: me } = useMe();
  const name = me?.organizationName ?? "";
  const { currency, notation } = useMoney();
  const { rate = "0", isIncluded: taxIsIncluded = false } = me?.tax ?? {};
  const taxRate = Number(rate) > 0 ? rate : "";
  const { dayFirst, weekStart } = useDates();
  return useMemo(
    () => ({
      ...{ name, currency: currencyOption(currency), notation, taxRate, taxIsIncluded },
      ...datesValues(dayFirst, weekStart),
    }),
    [name, currency, notation, taxRate, taxIsIncluded, dayFirst, weekStart],
  );
}

export function StoreFields({ children }: { children?: ReactNode }) {
  return (
    <>
      <TextField name="name" label="Store name" required autoComplete="organization" />
      {children}
      <MoneyFields />
    </>
  );
}

export function MoneyFields() {
  const option: Option | null = useWatch({ name: "currency" });
  const notation: string = useWatch({ name: "notation" });
  const currency = option?.id ?? "USD";
  const looks = notations.map((value) => ({
    value,
    label: moneyOf({ currency, notation: value }).format(1234567.89),
  }));
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Combobox
          name="currency"
          label="Currency"
          required
          placeholder="Name or code"
          useOptions={useCurrencies}
        />
        <SelectField name="notation" label="Number format" required options={looks} />
      </div>
      <div className="grid gap-1.5">
        <p className="font-medium text-sm">How it will look</p>
        <p className="rounded-md bg-muted px-3 py-2.5 font-semibold tabular-nums">
          {moneyOf({ currency, notation }).format(1240.5)}
        </p>
      </div>
    </>
  );
}

export function TaxFields() {
  const { register } = useFormContext();
  return (
    <div className="grid gap-1.5">
      <TextField
        name="taxRate"
        label="Tax rate in percent"
        inputMode="decimal"
        autoComplete="off"
        help="Empty if sales have no tax. Changes apply to new sales only."
        className="md:w-1/2 md:pr-2"
      />
      <ChoiceLine type="checkbox" {...register("taxIsIncluded")}>
        Prices include the tax
      </ChoiceLine>
    </div>
  );
}

function datesValues(dayFirst: boolean, weekStart: number) {
  return { dates: dayFirst ? "dayFirst" : "monthFirst", weekStart: String(weekStart) };
}

const DAY = { year: 2026, month: 11, day: 23 };
const ORDERS = [
  { value: "monthFirst", label: typedDay(DAY) },
  { value: "dayFirst", label: typedDay(DAY, true) },
];
const STARTS = [
  { value: "0", label: "Sunday" },
  { value: "1", label: "Monday" },
  { value: "6", label: "Saturday" },
];

export function DatesFields() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <SelectField name="dates" label="Dates" required options={ORDERS} />
      <SelectField name="weekStart" label="Week starts on" required options={STARTS} />
    </div>
  );
}

function CurrencyToCome() {
  const currency: Option | null = useFormContext().getValues("currency");
  return <FieldToCome label="Currency" value={currency?.name ?? ""} />;
}

/** From the browser's language, for a store that still has the defaults. Undefined before hydration. */
export function useDevicePlace() {
  const store = useMoney();
  const isHydrated = useHydrated();
  const isDefault = store.currency === DOLLARS.currency && store.notation === DOLLARS.notation;
  return useMemo(() => {
    if (!isHydrated || !isDefault) return undefined;
    const { currency, notation } = moneyOfLocale(navigator.language);
    const { dayFirst, weekStart } = datesOfLocale(navigator.language);
    return { currency: currencyOption(currency), notation, ...datesValues(dayFirst, weekStart) };
  }, [isHydrated, isDefault]);
}

let all: Option[] | undefined;

/** Common ones first. Cached, because checking some hundred takes time. */
function currencies(): Option[] {
  if (all) return all;
  const first = ["USD", "EUR", "GBP", "CAD", "AUD"];
  const others = Intl.supportedValuesOf("currency").filter(
    (code) => !first.includes(code) && digitsOf(code) !== null,
  );
  all = [...first, ...others].map(currencyOption);
  return all;
}

function useCurrencies(search: string): List<Option> {
  const rows = useMemo(() => currencies().filter(({ name }) => matches(name, search)), [search]);
  return wholeList(rows, { error: undefined, isValidating: false, mutate: () => {} });
}

function currencyOption(code: string): Option {
  return { id: code, name: `${code} · ${new Intl.DisplayNames("en", { type: "currency" }).of(code)}` };
}
