"use client";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { FormCard } from "#components/ui/form-card.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { ManagersOnly } from "../../managers-only.tsx";
import { loadMoneySchema, MoneyFields, TaxFields, useStoreValues } from "../../store-fields.tsx";

export default function TaxesPage() {
  return (
    <>
      <ScreenTitle>Taxes and receipts</ScreenTitle>
      <h1>Taxes and receipts</h1>
      <ManagersOnly needs="organization.setBrand">
        <Money />
      </ManagersOnly>
    </>
  );
}

function Money() {
  const values = useStoreValues();
  const { act } = useAct("organization.update");
  return (
    <FormCard
      title="Currency and tax"
      description={<p>Changing the currency doesn’t convert existing amounts.</p>}
      schema={loadMoneySchema}
      values={values}
      submitLabel="Save currency and tax"
      onSubmit={async ({ currency, ...rest }) =>
        (await act({ body: { ...rest, currency: currency.id } })).refused
      }
    >
      <MoneyFields />
      <TaxFields />
    </FormCard>
  );
}
