import { useEffect, useMemo, useRef } from "react";
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
import { datesOfLocale, localeIn, moneyOfLocale, regionOf } from "#lib/locale-defaults.ts";
import { stored } from "#lib/stored-code.ts";
import { matches } from "#lib/text.ts";

const Combobox = part(() => import("#components/ui/combobox.tsx"), "Combobox", { until: FieldComing });

export const loadMoneySchema = stored(async () => (await import("#lib/contract/users.ts")).moneyChoice);

type Chosen = {
  currency: { id: string };
  country?: { id: string } | null | undefined;
  dates: string;
  weekStart: string;
};

export function storeBody<V extends Chosen>(values: V) {
  const { currency, country, dates, weekStart, ...rest } = values;
  const starts = Number(weekStart) as 0 | 1 | 6;
  const body = { ...rest, currency: currency.id, dayFirst: dates === "dayFirst", weekStart: starts };
  return { ...body, ...(country && { country: country.id }) };
}

export function useStoreValues() {
  const { data: me } = useMe();
  const name = me?.organizationName ?? "";
  const { currency, notation } = useMoney();
  const { rate = "0", isIncluded: taxIsIncluded = false } = me?.tax ?? {};
  const taxRate = Number(rate) > 0 ? rate : "";
  const { dayFirst, weekStart } = useDates();
  const country = me?.country ?? "";
  return useMemo(
    () => ({
      country: country ? countryOption(country) : null,
      ...{ name, currency: currencyOption(currency), notation, taxRate, taxIsIncluded },
      ...datesValues(dayFirst, weekStart),
    }),
    [name, country, currency, notation, taxRate, taxIsIncluded, dayFirst, weekStart],
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

export function DatesField() {
  return <SelectField name="dates" label="Dates" required options={ORDERS} />;
}

export function WeekField() {
  return <SelectField name="weekStart" label="Week starts on" required options={STARTS} />;
}

export function useStoreWords() {
  const [zone, currency, notation, dates, weekStart]: [Option | null, Option | null, string, string, string] =
    useWatch({ name: ["timezone", "currency", "notation", "dates", "weekStart"] });
  const label = (of: typeof ORDERS, value: string) => of.find((one) => one.value === value)?.label;
  return {
    zone: zone?.name.replace(/^[^·]*\/| \(.*$/g, ""),
    money:
      currency &&
      `${currency.name.slice(6)} · ${moneyOf({ currency: currency.id, notation }).format(1240.5)}`,
    dates: label(ORDERS, dates),
    week: label(STARTS, weekStart),
  };
}

export function CountryField({ required = false }) {
  useCountryDefaults(required);
  return <Combobox name="country" label="Country" required={required} useOptions={useCountries} />;
}

const FOLLOWING = ["currency", "notation", "dates", "weekStart"] as const;

/**
 * Another country changes what the person hasn't changed. If its currency is unknown, a new store has none, and
 * others keep theirs.
 */
function useCountryDefaults(isNew: boolean) {
  const { getValues, setValue, formState } = useFormContext();
  const { dirtyFields, defaultValues } = formState;
  const id: string | undefined = useWatch({ name: "country" })?.id;
  const isChosen = Boolean(dirtyFields.country);
  const proposed = useRef<Partial<ReturnType<typeof placeIn>>>(undefined);
  const last = useRef(id);
  useEffect(() => {
    proposed.current = undefined;
    last.current = defaultValues?.country?.id;
  }, [defaultValues]);
  useEffect(() => {
    const isBack = proposed.current !== undefined;
    if (!(isChosen || isBack) || !id || last.current === id) return;
    last.current = id;
    const before = proposed.current ?? defaultValues ?? {};
    const place = placeIn(localeIn(id, navigator.language));
    if (!place.currency && !isNew) {
      place.currency = defaultValues?.currency;
      place.notation = defaultValues?.notation;
    }
    proposed.current = place;
    const same = (one: unknown) => JSON.stringify(one);
    for (const key of FOLLOWING)
      if (same(getValues(key)) === same(before[key]))
        setValue(key, place[key], { shouldDirty: true, shouldValidate: true });
  }, [id, isNew, isChosen, defaultValues, getValues, setValue]);
}

function FieldComing({ name, label }: { name: string; label: string }) {
  const chosen: Option | null = useFormContext().getValues(name);
  return <FieldToCome label={label} value={chosen?.name ?? ""} />;
}

function placeIn(locale: string) {
  const money = moneyOfLocale(locale);
  const { notation } = money ?? DOLLARS;
  const { dayFirst, weekStart } = datesOfLocale(locale);
  const currency = money && currencyOption(money.currency);
  return { currency, notation, ...datesValues(dayFirst, weekStart) };
}

/** For a store that still has the defaults. Undefined before hydration. */
export function useDevicePlace() {
  const store = useMoney();
  const isHydrated = useHydrated();
  const isDefault = store.currency === DOLLARS.currency && store.notation === DOLLARS.notation;
  return useMemo(() => {
    if (!isHydrated || !isDefault) return undefined;
    const region = regionOf(navigator.language);
    return { ...placeIn(navigator.language), country: region ? countryOption(region) : null };
  }, [isHydrated, isDefault]);
}

let all: Option[] | undefined;

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

let regions: Intl.DisplayNames | undefined;

function regionName(code: string): string | undefined {
  regions ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return regions.of(code);
}
const NO_COUNTRIES = "AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" ");
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
let countries: Option[] | undefined;

function countryOption(code: string): Option {
  return { id: code, name: regionName(code) ?? code };
}

function useCountries(search: string): List<Option> {
  // Former countries have the code of their successor.
  countries ??= LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.includes(code) && regionName(code))
    .filter((code) => regionOf(`und-${code}`) === code)
    .map(countryOption)
    .sort((a, b) => a.name.localeCompare(b.name));
  const rows = useMemo(() => countries?.filter(({ name }) => matches(name, search)), [search]);
  return wholeList(rows, { error: undefined, isValidating: false, mutate: () => {} });
}

function currencyOption(code: string): Option {
  return { id: code, name: `${code} · ${new Intl.DisplayNames("en", { type: "currency" }).of(code)}` };
}
