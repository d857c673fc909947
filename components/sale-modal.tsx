"use client";
import { lazy, Suspense, useState } from "react";
import { useFormContext } from "react-hook-form";
import { AmountField } from "#components/ui/amount-field.tsx";
import { Combobox, type Option } from "#components/ui/combobox.tsx";
import { DateField } from "#components/ui/date-field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useContactOptions, useProductOptions } from "#lib/api/use-options.ts";
import { useReload } from "#lib/api/use-reload.ts";
import { type Sale, type SaleForm, saleForm } from "#lib/contract/sales.ts";
import { writeInstant } from "#lib/instants.ts";
import { useMe } from "./shell/use-me.ts";

const ContactModal = lazy(() =>
  import("./contact-modal.tsx").then((module) => ({ default: module.ContactModal })),
);

const LAST_CATEGORY = "last-category";

type Props = { sale?: Sale; contact?: Option; onClose: () => void };

/** Records a sale, or edits the one it is given. `contact` is chosen already when the sale begins at a profile. */
export function SaleModal({ sale, contact, onClose }: Props) {
  const { data: me } = useMe();
  const create = useAct("sales.create").act;
  const update = useAct("sales.update").act;
  const reload = useReload("sales.update");

  async function save(form: SaleForm) {
    const refused = sale
      ? refusal(
          "sales.update",
          await update({ params: { id: sale.id }, body: { ...form, version: sale.version } }),
        )
      : refusal("sales.create", await create({ body: form }));
    if (refused) return refused;
    localStorage.setItem(LAST_CATEGORY, JSON.stringify(form.productCategory));
    return null;
  }

  return (
    <FormModal
      title={sale ? "Edit sale" : "New sale"}
      schema={saleForm}
      values={{
        contact: known(sale?.contact) ?? contact ?? null,
        productCategory: sale ? known(sale.productCategory) : lastCategory(),
        cost: sale?.cost ?? "",
        createdAt: sale?.createdAt ?? new Date().toISOString(),
        invoiceNumber: sale?.invoiceNumber ?? "",
      }}
      submitLabel={sale ? "Save" : "Create"}
      onSubmit={save}
      onReload={reload}
      onClose={onClose}
    >
      <ContactChoice />
      <Combobox name="productCategory" label="Product category" required useOptions={useProductOptions} />
      <AmountField name="cost" label="Cost" required />
      <DateField
        name="createdAt"
        label="Sale date"
        required
        timezone={me?.timezone}
        write={(day) => writeInstant(day, me?.timezone)}
        help="Or type “yesterday”, “fri” or “Nov 20”."
      />
      <TextField name="invoiceNumber" label="Invoice number" autoComplete="off" />
    </FormModal>
  );
}

/** A customer who is not there yet is created on the spot, and the sale goes on. */
function ContactChoice() {
  const { setValue } = useFormContext();
  const [creating, setCreating] = useState<string | null>(null);
  return (
    <>
      <Combobox
        name="contact"
        label="Contact"
        required
        useOptions={useContactOptions}
        createLabel="Create contact"
        onCreate={setCreating}
      />
      <Suspense>
        {creating !== null && (
          <ContactModal
            name={creating}
            onCreated={(contact) => setValue("contact", contact, { shouldDirty: true, shouldValidate: true })}
            onClose={() => setCreating(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function known(reference: Sale["contact"] | undefined): Option | null {
  return reference?.id ? { id: reference.id, name: reference.name } : null;
}

function lastCategory(): Option | null {
  try {
    return JSON.parse(localStorage.getItem(LAST_CATEGORY) ?? "null");
  } catch {
    return null;
  }
}
