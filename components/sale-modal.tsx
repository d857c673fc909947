"use client";
import { Printer } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Combobox, type Option } from "#components/ui/combobox.tsx";
import { DateField } from "#components/ui/date-field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { part } from "#components/ui/part.tsx";
import { call } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useContactOptions, useProductOptions, useTeamOptions } from "#lib/api/use-options.ts";
import { useSave } from "#lib/api/use-save.ts";
import { fieldsWith } from "#lib/contract/built-in-fields.ts";
import type { Money } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { type PlainSaleField, plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { type SaleField, saleFields } from "#lib/contract/sale-fields.ts";
import { type Sale, type SaleForm, saleFormIn } from "#lib/contract/sales.ts";
import { writeInstant } from "#lib/date-input.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { formValue } from "#lib/own-fields.ts";
import { saleDetail } from "#lib/sale-detail.ts";
import { fold, fullName } from "#lib/text.ts";
import { HistoryButton } from "./history-button.tsx";
import { FieldInput, OwnFields } from "./own-fields.tsx";
import { comparedFields, ownForms } from "./own-forms.ts";
import { useMe, useMoney } from "./shell/use-me.ts";
import { startingCategories } from "./starting-categories.tsx";
import { useFormExtras } from "./use-form-extras.ts";

const ContactModal = part(() => import("./contact-modal.tsx"), "ContactModal");

const Refunds = part(() => import("./refunds.tsx"), "Refunds", {
  // As tall as its header, so Save doesn't move.
  until: () => <div className="h-12.75 pointer-coarse:h-14.75 md:col-span-2" />,
});

const Receipt = part(() => import("./receipt.tsx"), "Receipt");

const NO_FIELDS: OwnField[] = [];

const lastKey = (me: string) => `last-category ${me}`;

type Props = { sale?: Sale; contact?: Option; onClose: () => void };

/** `contact` is preselected on a profile. */
export function SaleModal({ sale, contact, onClose }: Props) {
  const { data: me } = useMe();
  const money = useMoney();
  const { complete, own = NO_FIELDS } = useFormExtras("sales");
  const schema = useMemo(() => saleFormIn(money, own), [money, own]);
  const { fieldsOf, compared } = ownForms(own, money);
  const fields = fieldsWith(complete, saleFields);
  const valuesOf = (sale?: Sale) => saleValues(fieldsWith(complete, plainSaleFields), money, sale);
  const seller = (kept: Option | null) => (complete ? { soldBy: kept } : {});
  const self = me ? { id: me.id, name: fullName(me) } : null;
  const { save, modal } = useSave("sales", sale);

  async function saveAndRemember(form: SaleForm, version: number | undefined) {
    const refused = await save(form, version);
    if (refused) {
      // The remembered category may be deleted.
      localStorage.removeItem(lastKey(me?.id ?? ""));
      return refused;
    }
    localStorage.setItem(lastKey(me?.id ?? ""), JSON.stringify(form.productCategory));
    return null;
  }

  /** Keeps category and date, because sales are often recorded in a row. */
  function another({ productCategory, createdAt }: SaleForm) {
    const now = new Date().toISOString();
    const [day, today] = [createdAt, now].map((iso) => formatDay(readDay(iso, me?.timezone)));
    const rest = { ...valuesOf(), contact: contact ?? null };
    const kept = { productCategory, createdAt: day === today ? now : createdAt };
    return { ...rest, ...seller(self), ...fieldsOf(), ...kept };
  }

  return (
    <FormModal
      {...modal}
      title={sale ? "Edit sale" : "New sale"}
      schema={schema}
      values={
        sale
          ? {
              ...valuesOf(sale),
              contact: known(sale.contact) ?? contact ?? null,
              ...seller(known(sale.soldBy)),
              ...fieldsOf(sale.fields),
            }
          : {
              ...valuesOf(),
              contact: contact ?? null,
              productCategory: lastCategory(me?.id ?? ""),
              ...seller(self),
              ...fieldsOf(),
            }
      }
      compare={{
        values: (theirs?: Sale) => ({
          ...valuesOf(theirs),
          ...seller(known(theirs?.soldBy)),
          ...fieldsOf(theirs?.fields),
        }),
        fields: [...comparedFields(fields, money, me?.timezone), ...compared],
      }}
      draft={sale ? `sale ${sale.id}` : `sale ${contact?.id ?? ""}`}
      again={sale ? undefined : { label: "Save and add another", values: another, focus: "contact" }}
      onSubmit={saveAndRemember}
      onClose={onClose}
    >
      {fields.map((field) => (
        <SaleInput key={field.key} field={field} />
      ))}
      <OwnFields fields={own} />
      {sale && <PrintReceipt sale={sale} />}
      {sale && (
        <div className="flex items-end">
          <HistoryButton id={sale.id} name={saleDetail(sale) || sale.item || "Sale"} />
        </div>
      )}
      {sale && complete && <Refunds sale={sale} />}
    </FormModal>
  );
}

type Input = { name: string; label: string; required: boolean };

function SaleInput({ field }: { field: SaleField }) {
  const { data: me } = useMe();
  const { key, label } = field;
  const props = { name: key, label, required: "isRequired" in field };
  switch (key) {
    case "contact":
      return <ContactChoice {...props} />;
    case "productCategory":
      return <CategoryChoice {...props} />;
    case "soldBy":
      return <Combobox {...props} useOptions={useTeamOptions} />;
    case "createdAt":
      return (
        <DateField
          {...props}
          means="last"
          timezone={me?.timezone}
          write={(day) => writeInstant(day, me?.timezone)}
          help="Or type “yesterday”, “fri” or “Nov 20”."
        />
      );
    default:
      return <FieldInput {...props} kind={field.kind} />;
  }
}

/** Prints the saved sale, not the form. */
function PrintReceipt({ sale }: { sale: Sale }) {
  const { data: me } = useMe();
  const [printing, setPrinting] = useState(false);
  const onPrinted = useCallback(() => setPrinting(false), []);
  return (
    <div className="flex items-end">
      <Button onClick={() => setPrinting(true)} {...Receipt.near}>
        <Printer size={16} strokeWidth={1.75} aria-hidden="true" />
        Print receipt
      </Button>
      {printing && (
        <Receipt
          sale={sale}
          store={me?.organizationName ?? ""}
          timezone={me?.timezone}
          onPrinted={onPrinted}
        />
      )}
    </div>
  );
}

function ContactChoice(props: Input) {
  const { setValue } = useFormContext();
  const chosen: Option | null = useWatch({ name: "contact" });
  const [creating, setCreating] = useState<string | null>(null);
  return (
    <>
      <Combobox
        {...props}
        useOptions={useContactOptions}
        help={chosen?.detail}
        createLabel="Create contact"
        onCreate={setCreating}
      />
      {creating !== null && (
        <ContactModal
          name={creating}
          onCreated={(contact) => setValue("contact", contact, { shouldDirty: true, shouldValidate: true })}
          onClose={() => setCreating(null)}
        />
      )}
    </>
  );
}

function CategoryChoice(props: Input) {
  const { setValue } = useFormContext();
  const create = useAct("products.create").act;

  async function make(name: string) {
    const outcome = await create({ body: { name, description: "" } });
    const created = outcome.ok && (outcome.answer ?? (await findCategory(name)));
    if (!created) return;
    setValue("productCategory", { id: created.id, name }, { shouldDirty: true, shouldValidate: true });
  }

  return (
    <Combobox
      {...props}
      useOptions={useProductOptions}
      createLabel="Create category"
      onCreate={make}
      unique
      suggestions={{
        hint: "No categories yet. Start with one of these, or type your own.",
        names: startingCategories,
      }}
    />
  );
}

/** SPEC.md's section 7 shows no answer of createProductCategory. */
async function findCategory(name: string): Promise<Option | undefined> {
  const query = { page: 1, limit: 50, search: name };
  const found = await call("products.options", { query }).catch(() => []);
  return found.find((category) => fold(category.name) === fold(name));
}

function saleValues(plain: readonly PlainSaleField[], money: Money, sale?: Sale) {
  return {
    ...Object.fromEntries(plain.map((field) => [field.key, formValue(field, sale?.[field.key], money)])),
    contact: known(sale?.contact),
    productCategory: known(sale?.productCategory),
    cost: sale?.cost == null ? "" : money.typed(Number(sale.cost)),
    createdAt: sale?.createdAt ?? new Date().toISOString(),
  };
}

function known(reference: Sale["contact"] | undefined): Option | null {
  // A deleted contact or category keeps its name.
  return reference?.name ? { id: reference.id ?? "deleted", name: reference.name } : null;
}

function lastCategory(me: string): Option | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(lastKey(me)) ?? "null");
    const { id, name } = (stored ?? {}) as Partial<Option>;
    return typeof id === "string" && typeof name === "string" ? { id, name } : null;
  } catch {
    return null;
  }
}
