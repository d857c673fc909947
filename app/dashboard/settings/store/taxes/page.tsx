"use client";
import { useEffect, useMemo, useState } from "react";
import { useMethodName } from "#components/pay-methods.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormCard } from "#components/ui/form-card.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { payMethods } from "#lib/contract/sale-items.ts";
import { PAPER_KEY } from "#lib/receipt-paper.ts";
import { stored } from "#lib/stored-code.ts";
import { ManagersOnly } from "../../managers-only.tsx";
import {
  CountryField,
  DatesField,
  loadMoneySchema,
  MoneyFields,
  storeBody,
  TaxFields,
  useStoreValues,
  WeekField,
} from "../../store-fields.tsx";

export default function TaxesPage() {
  return (
    <>
      <ScreenTitle>Taxes and receipts</ScreenTitle>
      <h1>Taxes and receipts</h1>
      <ManagersOnly needs="organization.setBrand">
        <Money />
        <Methods />
        <ReceiptText />
      </ManagersOnly>
      <Paper />
    </>
  );
}

function Money() {
  const values = useStoreValues();
  const { act } = useAct("organization.update");
  return (
    <FormCard
      title="Currency, tax and dates"
      description={<p>Changing the currency doesn’t convert existing amounts.</p>}
      schema={loadMoneySchema}
      values={values}
      submitLabel="Save currency, tax and dates"
      onSubmit={async (values) => (await act({ body: storeBody(values) })).refused}
    >
      <CountryField />
      <MoneyFields />
      <TaxFields />
      <div className="grid gap-4 md:grid-cols-2">
        <DatesField />
        <WeekField />
      </div>
    </FormCard>
  );
}

const loadMethodsSchema = stored(async () => (await import("#lib/contract/brand.ts")).methodsForm);

function Methods() {
  const nameOf = useMethodName();
  const names = Object.fromEntries(payMethods.map((method) => [method, nameOf(method)]));
  const key = JSON.stringify(names);
  const values = useMemo(() => ({ methods: JSON.parse(key) }), [key]);
  const { act } = useAct("organization.setBrand");
  return (
    <FormCard
      title="Payment methods"
      description={<p>New names also show on past sales, receipts and exports.</p>}
      schema={loadMethodsSchema}
      values={values}
      submitLabel="Save payment methods"
      onSubmit={async (body) => (await act({ body })).refused}
      next={({ values: { methods } }) => ({
        methods: Object.fromEntries(payMethods.map((method) => [method, methods[method].trim() || method])),
      })}
    >
      <div className="grid gap-4 md:grid-cols-2">
        {payMethods.map((method) => (
          <TextField key={method} name={`methods.${method}`} label={method} autoComplete="off" />
        ))}
      </div>
    </FormCard>
  );
}

const loadTextSchema = stored(async () => (await import("#lib/contract/brand.ts")).receiptTextForm);

function ReceiptText() {
  const { data } = useRead("organization.brand", {});
  const { act } = useAct("organization.setBrand");
  const receiptText = data?.receiptText;
  const values = useMemo(() => ({ receiptText: receiptText ?? "" }), [receiptText]);
  if (!data) return null;
  return (
    <FormCard
      title="Receipts"
      description={
        <p>Your own text appears below the totals, such as how long customers can return a piece.</p>
      }
      schema={loadTextSchema}
      values={values}
      submitLabel="Save receipts"
      onSubmit={async (body) => (await act({ body })).refused}
    >
      <TextField name="receiptText" label="Text on receipts" autoComplete="off" />
    </FormCard>
  );
}

const PAPERS = [
  { value: "", label: "Printer default" },
  { value: "roll", label: "80 mm roll" },
  { value: "half", label: "A5 or half letter" },
];

function Paper() {
  const [paper, setPaper] = useState("");
  useEffect(() => setPaper(localStorage.getItem(PAPER_KEY) ?? ""), []);
  return (
    <section aria-labelledby="paper" className="card grid gap-3 p-5 phone:p-4">
      <h2 id="paper">Paper for receipts</h2>
      <p className="text-muted-foreground text-sm">This computer remembers it.</p>
      <div className="flex flex-wrap gap-2">
        {PAPERS.map(({ value, label }) => (
          <Chip
            key={value}
            pressed={paper === value}
            onPress={() => {
              setPaper(value);
              localStorage.setItem(PAPER_KEY, value);
            }}
          >
            {label}
          </Chip>
        ))}
      </div>
    </section>
  );
}
