"use client";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useAdministrators, useMay } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { FormCard } from "#components/ui/form-card.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { loadMoneySchema, MoneyFields, TaxFields, useStoreValues } from "../../store-fields.tsx";

export default function TaxesPage() {
  const may = useMay()("organization.setBrand");
  const ask = useAdministrators(!may);
  return (
    <>
      <ScreenTitle>Taxes and receipts</ScreenTitle>
      <h1>Taxes and receipts</h1>
      {may ? <Money /> : <Alert>{`Only the owner and admins can change this. ${ask}`}</Alert>}
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
