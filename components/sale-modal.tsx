import { Printer, UserRound } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Combobox, type Option } from "#components/ui/combobox.tsx";
import { DateField } from "#components/ui/date-field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { part } from "#components/ui/part.tsx";
import { PHONE, useMedia } from "#components/ui/use-media.ts";
import { useBuyerOptions, useContactOptions, useTeamOptions } from "#lib/api/use-options.ts";
import { useRead } from "#lib/api/use-read.ts";
import { useSave } from "#lib/api/use-save.ts";
import { fieldsWith } from "#lib/contract/built-in-fields.ts";
import type { Money } from "#lib/contract/money.ts";
import type { OwnField } from "#lib/contract/own-fields.ts";
import { type PlainSaleField, plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import {
  type Entered,
  type Line,
  type Paying,
  type ReceiptChoice,
  saleEntryIn,
} from "#lib/contract/sale-entry.ts";
import { type SaleField, saleFields } from "#lib/contract/sale-fields.ts";
import { payMethods } from "#lib/contract/sale-items.ts";
import type { Discount, Tax } from "#lib/contract/sale-totals.ts";
import { type Sale, type SaleForm, saleFormIn } from "#lib/contract/sales.ts";
import { isWalkIn, walkIn } from "#lib/contract/walk-in.ts";
import { writeInstant } from "#lib/date-input.ts";
import { formatDate } from "#lib/dates.ts";
import { formValue } from "#lib/own-fields.ts";
import { saleDetail } from "#lib/sale-detail.ts";
import { fullName } from "#lib/text.ts";
import { CategoryChoice } from "./category-choice.tsx";
import { ContactChoice } from "./contact-choice.tsx";
import { HistoryButton } from "./history-button.tsx";
import { FieldInput, OwnFields } from "./own-fields.tsx";
import { comparedFields, ownForms } from "./own-forms.ts";
import { CostField, SaleExtras, SaleLines } from "./sale-lines.tsx";
import { methodKey, PayingStrip, PayingSum } from "./sale-paying.tsx";
import { receiptKey, useReceiptOfNew } from "./sale-receipt.tsx";
import { useMe, useMoney } from "./shell/use-me.ts";
import { SmallAvatar } from "./ui/avatar.tsx";
import { useFormExtras } from "./use-form-extras.ts";

const Refunds = part(() => import("./refunds.tsx"), "Refunds", {
  until: () => <div className="h-12.75 pointer-coarse:h-14.75 md:col-span-2" />,
});

const Payments = part(() => import("./payments.tsx"), "Payments");

const Receipt = part(() => import("./receipt.tsx"), "Receipt");

const NO_FIELDS: OwnField[] = [];

const plain = plainSaleFields.map(({ key }) => key);

const lastKey = (me: string) => `last-category ${me}`;

type Props = { sale?: Sale; contact?: Option; onClose: () => void };
type Entry = SaleForm & { receipt?: ReceiptChoice };

export function SaleModal({ sale, contact, onClose }: Props) {
  const { data: me } = useMe();
  const money = useMoney();
  const { complete, own = NO_FIELDS } = useFormExtras("sales");
  const tax = useTax(sale);
  const schema = useSchema({ complete, own, tax, before: sale && initialPaying(sale) });
  const fields = fieldsWith(complete, saleFields);
  const values = useSaleValues(contact);
  const receipt = useReceiptOfNew("sale", onClose);
  const { save, modal } = useSave("sales", sale, { onCreated: receipt.onCreated });

  async function saveAndRemember({ receipt: choice, ...form }: Entry, version: number | undefined) {
    receipt.choose(choice);
    const refused = await save(form, version);
    const userId = me?.id ?? "";
    if (refused) localStorage.removeItem(lastKey(userId));
    else remember(userId, form, sale ? undefined : choice);
    return refused;
  }

  if (receipt.isLeft) return receipt.paper;
  return (
    <FormModal
      {...modal}
      title={sale ? "Edit sale" : "New sale"}
      schema={schema}
      values={
        sale
          ? { ...values.fromSale(sale), contact: buyer(sale.contact) ?? contact ?? null }
          : { ...values.forNew(), productCategory: lastCategory(me?.id ?? "") }
      }
      compare={{
        values: values.fromSale,
        fields: [
          ...comparedFields(fields, money, me?.timezone),
          ...(complete ? comparedEntry(money) : []),
          ...ownForms(own, money).compared,
        ],
      }}
      draft={sale ? `sale ${sale.id}` : `sale ${contact?.id ?? ""}`}
      again={sale ? undefined : { label: "Save and add another", values: values.forNext, focus: "contact" }}
      sum={complete && !sale && <PayingSum tax={tax} />}
      onSubmit={saveAndRemember}
      onClose={receipt.close}
    >
      {receipt.paper}
      {complete ? (
        <EntryInputs fields={fields} own={own} tax={tax} />
      ) : (
        <>
          {fields.map((field) => (
            <SaleInput key={field.key} field={field} />
          ))}
          <OwnFields fields={own} />
        </>
      )}
      {complete && (sale ? <HowPaid sale={sale} tax={tax} /> : <PayingStrip tax={tax} isNew />)}
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

function remember(userId: string, form: SaleForm, receipt: ReceiptChoice | undefined) {
  localStorage.setItem(lastKey(userId), JSON.stringify(form.productCategory));
  const method = form.payments?.[0]?.method;
  if (method) localStorage.setItem(methodKey(userId), method);
  if (!receipt) return;
  const { print, email } = receipt;
  localStorage.setItem(receiptKey(userId), JSON.stringify({ print, email }));
}

function useSaleValues(contact: Option | undefined) {
  const { data: me } = useMe();
  const money = useMoney();
  const { complete, own = NO_FIELDS } = useFormExtras("sales");
  const { fieldsOf } = ownForms(own, money);
  const seller = (person: Option | null) => (complete ? { soldBy: person } : {});

  const fromSale = (sale?: Sale) => ({
    ...saleValues(fieldsWith(complete, plainSaleFields), money, sale),
    ...(complete && {
      ...entryValues(money, sale),
      paying: initialPaying(sale),
      receipt: { print: false, email: false, address: "" },
    }),
    ...seller(known(sale?.soldBy)),
    ...fieldsOf(sale?.fields),
  });
  const forNew = () => ({
    ...fromSale(),
    contact: contact ?? null,
    ...seller(me ? { id: me.id, name: fullName(me) } : null),
  });
  /** Keeps category and date, because sales are often recorded in a row. */
  const forNext = ({ productCategory, createdAt }: Entry) => {
    const now = new Date().toISOString();
    const [day, today] = [createdAt, now].map((iso) => formatDate(iso, me?.timezone));
    return { ...forNew(), productCategory, createdAt: day === today ? now : createdAt };
  };
  return { fromSale, forNew, forNext };
}

type Wanted = { complete: boolean; own: OwnField[]; tax: Tax | null; before: Paying | undefined };

function useSchema({ complete, own, tax, before }: Wanted) {
  const money = useMoney();
  // Equal objects are the same schema, because the form validates again with another one.
  const known = JSON.stringify({ tax, before });
  return useMemo(
    () => (complete ? saleEntryIn(money, own, JSON.parse(known)) : saleFormIn(money, own)),
    [complete, money, own, known],
  );
}

/** An edit keeps the tax of its day. */
function useTax(sale: Sale | undefined): Tax | null {
  const { data: me } = useMe();
  const { rate, isIncluded } = (sale ? sale.tax : me?.tax) ?? { rate: 0, isIncluded: false };
  return Number(rate) > 0 ? { rate: Number(rate), isIncluded } : null;
}

type EntryProps = { fields: readonly SaleField[]; own: OwnField[]; tax: Tax | null };

/** One array, so an input keeps the focus when the others make room for lines. */
function EntryInputs({ fields, own, tax }: EntryProps) {
  const items: Line[] = useWatch({ name: "items" }) ?? [];
  const isPhone = useMedia(PHONE);
  const inputs = (...keys: SaleField["key"][]) =>
    fields
      .filter(({ key }) => keys.includes(key))
      .map((field) => <SaleInput key={field.key} field={field} isEntry />);
  const rest = [...inputs("soldBy"), <OwnFields key="own" fields={own} />];
  const dated = (...keys: SaleField["key"][]) => (
    <div
      key="dated"
      className="contents phone:grid phone:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))] phone:gap-3"
    >
      {inputs(...keys)}
    </div>
  );
  const more = <SaleExtras key="more" tax={tax} />;
  if (items.length === 0)
    return [...inputs("contact", "productCategory", "cost"), dated("createdAt", ...plain), ...rest, more];
  const lines = [<SaleLines key="lines" tax={tax} />, more];
  return isPhone
    ? [...inputs("contact"), ...lines, dated("createdAt", ...plain), ...rest]
    : [...inputs("contact"), dated("createdAt"), ...lines, ...inputs(...plain), ...rest];
}

function HowPaid({ sale, tax }: { sale: Sale; tax: Tax | null }) {
  const { data: payments } = useRead("payments.ofSale", { params: { id: sale.id } });
  if (!payments) return <div className="h-13 md:col-span-2" />;
  return payments.length > 0 ? <Payments sale={sale} payments={payments} /> : <PayingStrip tax={tax} />;
}

type Input = { name: string; label: string; required: boolean };

function SaleInput({ field, isEntry }: { field: SaleField; isEntry?: boolean }) {
  const isPhone = useMedia(PHONE);
  const { key, label } = field;
  const props = { name: key, label, required: "isRequired" in field };
  switch (key) {
    case "contact":
      return <BuyerChoice {...props} useOptions={isEntry ? useBuyerOptions : useContactOptions} />;
    case "productCategory":
      return <CategoryChoice {...props} />;
    case "soldBy":
      return <SellerChoice {...props} />;
    case "createdAt":
      return (
        <DateField
          {...props}
          means="last"
          write={writeInstant}
          help={isPhone && isEntry ? undefined : "Or type “yesterday”, “fri” or “Nov 20”."}
        />
      );
    case "cost":
      return isEntry ? <CostField {...props} /> : <FieldInput {...props} kind={field.kind} />;
    default:
      return <FieldInput {...props} kind={field.kind} />;
  }
}

function SellerChoice(props: Input) {
  const seller: Option | null = useWatch({ name: props.name });
  const picture = seller && <SmallAvatar {...seller} />;
  return <Combobox {...props} picture={picture} useOptions={useTeamOptions} />;
}

function PrintReceipt({ sale }: { sale: Sale }) {
  const { data: me } = useMe();
  const [printing, setPrinting] = useState(false);
  const onPrinted = useCallback(() => setPrinting(false), []);
  return (
    <div className="flex items-end">
      <Button onClick={() => setPrinting(true)} {...Receipt.near}>
        <Printer size={16} strokeWidth={1.75} />
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

function BuyerChoice(props: Input & { useOptions: typeof useContactOptions }) {
  const contact: Option | null = useWatch({ name: "contact" });
  const isNobody = contact?.id === walkIn.id;
  return (
    <ContactChoice
      {...props}
      help={isNobody ? "No customer is saved. You can add one to this sale later." : contact?.detail}
      mark={isNobody && <UserRound size={16} strokeWidth={1.75} className="text-muted-foreground" />}
    />
  );
}

function saleValues(plain: readonly PlainSaleField[], money: Money, sale?: Sale) {
  return {
    ...Object.fromEntries(plain.map((field) => [field.key, formValue(field, sale?.[field.key], money)])),
    contact: buyer(sale?.contact),
    productCategory: known(sale?.productCategory),
    cost: sale?.cost == null ? "" : money.typed(Number(sale.cost)),
    createdAt: sale?.createdAt ?? new Date().toISOString(),
  };
}

function entryValues(
  money: Money,
  sale?: Sale,
): Omit<Entered, "productCategory" | "cost" | "paying" | "receipt"> {
  const none = { itemId: undefined, description: "", items: [], discount: null };
  if (!sale) return none;
  const discount = typedDiscount(sale.discount);
  const items = (sale.items ?? []).map((item) => ({
    id: item.id,
    productCategory: known(item.productCategory),
    description: item.description ?? "",
    quantity: String(item.quantity),
    price: money.typed(item.price ?? 0),
    discount: typedDiscount(item.discount),
  }));
  const [one, ...more] = items;
  if (!one) {
    const added = sale.tax && !sale.tax.isIncluded ? (sale.tax.amount ?? 0) : 0;
    const cost = money.typed(money.sum([Number(sale.cost ?? 0), -added]));
    return { ...none, ...(added > 0 && { cost }) };
  }
  if (more.length > 0 || one.quantity !== "1" || (one.discount && discount))
    return { ...none, items, discount };
  const { id: itemId, description, price: cost } = one;
  return { ...none, ...{ itemId, description, cost, discount: discount ?? one.discount } };
}

function typedDiscount(discount: Sale["discount"] | null): Discount | null {
  return discount?.value == null ? null : { kind: discount.kind, value: discount.value };
}

function comparedEntry(money: Money) {
  const words = (discount: Discount | null) =>
    discount && (discount.kind === "percent" ? `${discount.value}%` : money.format(Number(discount.value)));
  const line = ({ quantity, productCategory, description, price, discount }: Line) =>
    [`${quantity} × ${description || productCategory?.name || ""}`, price, words(discount)]
      .filter(Boolean)
      .join(", ");
  return [
    { name: "description", label: "Description" },
    { name: "items", label: "Items", text: (items: Line[] = []) => items.map(line).join("\n") },
    { name: "discount", label: "Discount", text: words },
  ];
}

function initialPaying(sale?: Sale): Paying {
  const [first = ""] = payMethods;
  const how = sale?.open ? "open" : "full";
  return { how, amount: "", method: sale && how === "full" ? (sale.method ?? "") : first, collectOn: "" };
}

function buyer(contact: Sale["contact"] | undefined): Option | null {
  return isWalkIn(contact) ? walkIn : known(contact);
}

function known(reference: Sale["contact"] | undefined): Option | null {
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
