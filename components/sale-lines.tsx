import clsx from "clsx";
import { AlignLeft, Percent, Plus, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Group } from "#components/ui/group.tsx";
import { type Entered, enteredTotals, type Line, withPrice } from "#lib/contract/sale-entry.ts";
import type { Discount, Tax, Totals } from "#lib/contract/sale-totals.ts";
import { discountOf, readPrice } from "#lib/contract/typed-price.ts";
import { AmountField, afterPress } from "./amount-field.tsx";
import { CategoryChoice } from "./category-choice.tsx";
import { FOLDED, FoldedLine } from "./folded-line.tsx";
import { RemoveDiscount, SaleTotals } from "./sale-total-lines.tsx";
import { useMoney } from "./shell/use-me.ts";
import { IconButton } from "./ui/button.tsx";
import { TextField } from "./ui/field.tsx";
import { FieldError } from "./ui/field-parts.tsx";
import { useMedia } from "./ui/use-media.ts";

const EMPTY_LINE: Line = { productCategory: null, description: "", quantity: "1", price: "", discount: null };
const dirty = { shouldDirty: true };

export function useSaleEntry(): Entered {
  return useWatch() as Entered;
}

export function CostField(props: { name: string; label: string; required: boolean }) {
  const { getValues, setValue } = useFormContext();
  const money = useMoney();

  function settle() {
    const { cost, discount, items, ...rest } = getValues() as Entered;
    const typed = items.length === 0 ? readPrice(cost, money) : null;
    if (!typed) return;
    const price = money.typed(Number(typed.price));
    if (typed.quantity > 1) {
      const { itemId: id, productCategory, description } = rest;
      const line = { id, productCategory, description, quantity: String(typed.quantity), price };
      setValue("items", [{ ...line, discount: typed.discount ?? discount }], dirty);
      return setValue("discount", null, dirty);
    }
    setValue("cost", price, { ...dirty, shouldValidate: true });
    if (typed.discount) setValue("discount", typed.discount, dirty);
  }

  return <AmountField {...props} onLeave={settle} help={<TypedPrice name={props.name} hasExample />} />;
}

function TypedPrice({ name, hasExample }: { name: string; hasExample?: boolean }) {
  const money = useMoney();
  const text: string = useWatch({ name }) ?? "";
  const isTouch = useMedia("(pointer: coarse)");
  const typed = readPrice(text, money);
  if (!typed) return hasExample && !isTouch ? "For a discount, type “1240.50 - 10%”." : null;
  const entered = {
    ...EMPTY_LINE,
    items: [],
    cost: text,
    discount: null,
    paying: { how: "full", amount: "", method: "" },
  };
  const totals = enteredTotals(entered as Entered, money, null);
  const { off = "0" } = totals.items[0] ?? {};
  const { discount, quantity, price } = typed;
  const each = money.format(Number(price));
  return (
    <span
      role="status"
      className="-my-1 flex flex-wrap items-center gap-1.5 rounded-md bg-primary-soft px-3 py-1.5 text-primary-soft-foreground tabular-nums"
    >
      <span>
        {quantity > 1 ? `${quantity} × ${each}` : each}
        {discount?.kind === "percent" && ` less ${discount.value}% (${money.format(Number(off))})`}
        {discount?.kind === "amount" && ` less ${money.format(Number(off))}`}
        {" = "}
        <b className="font-semibold">{money.format(Number(totals.total))}</b>
      </span>
      <kbd className="ml-auto pointer-coarse:hidden">Tab</kbd>
    </span>
  );
}

export function SaleLines({ tax }: { tax: Tax | null }) {
  const { fields, append, remove } = useFieldArray({ name: "items", keyName: "key" });
  const { getValues, setValue } = useFormContext();
  const entered = useSaleEntry();
  const totals = enteredTotals(entered, useMoney(), tax);
  const [opened, setOpened] = useState({ at: 0, count: 0 });
  const open = opened.count === fields.length ? opened.at : fields.length - 1;

  const addItem = () => append(EMPTY_LINE, { focusName: `items.${fields.length}.productCategory` });

  /** The last item that remains becomes the sale itself, if it fits. */
  function removeItem(at: number) {
    const left = (getValues("items") as Line[]).toSpliced(at, 1);
    const [only] = left;
    const discount: Discount | null = getValues("discount");
    const isPlain = left.length === 1 && only?.quantity.trim() === "1" && !(only.discount && discount);
    if (!only || !isPlain) return remove(at);
    setValue("productCategory", only.productCategory, dirty);
    setValue("cost", only.price, dirty);
    setValue("itemId", only.id);
    setValue("description", only.description, dirty);
    setValue("discount", discount ?? only.discount, dirty);
    setValue("items", [], dirty);
  }

  return (
    <section aria-label="Items" className="grid gap-2 md:col-span-2">
      <div aria-hidden="true" className={`${ROW} font-medium text-muted-foreground text-xs phone:hidden`}>
        <span>Product category</span>
        <span>Description</span>
        <span className="text-right">Qty</span>
        <span className="text-right">Price</span>
        <span className="text-right">Amount</span>
      </div>
      {fields.map(({ key }, at) => (
        <SaleLine
          key={key}
          at={at}
          line={entered.items[at] ?? EMPTY_LINE}
          totals={totals.items[at]}
          isOpen={at === open}
          onOpen={() => setOpened({ at, count: fields.length })}
          onRemove={() => removeItem(at)}
          onNext={at === fields.length - 1 ? addItem : undefined}
        />
      ))}
    </section>
  );
}

type LineProps = {
  at: number;
  line: Line;
  totals: Totals["items"][number] | undefined;
  isOpen: boolean;
  onOpen: () => void;
  onRemove: () => void;
  onNext: (() => void) | undefined;
};

function SaleLine({ at, line, totals, isOpen, onOpen, onRemove, onNext }: LineProps) {
  const { getValues, setValue, getFieldState, formState } = useFormContext();
  const money = useMoney();
  const group = useRef<HTMLDivElement>(null);
  const isFilled = line.productCategory !== null && line.price.trim() !== "";
  const isFolded = !isOpen && isFilled && !getFieldState(`items.${at}`, formState).invalid;

  function settle() {
    const current: Line = getValues(`items.${at}`);
    const next = withPrice(current, money);
    if (next === current) return;
    for (const key of ["quantity", "price", "discount"] as const)
      setValue(`items.${at}.${key}`, next[key], { ...dirty, shouldValidate: key === "price" });
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!onNext || event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    settle();
    onNext();
  }

  return (
    <Group
      ref={group}
      tabIndex={-1}
      aria-label={`Item ${at + 1}`}
      className={clsx("outline-none", ROW, CARD, isFolded && FOLDED)}
    >
      {isFolded && (
        <FoldedLine
          line={line}
          amount={totals?.amount ?? "0"}
          onOpen={() => {
            group.current?.focus();
            onOpen();
          }}
        />
      )}
      <CategoryChoice
        name={`items.${at}.productCategory`}
        label="Product category"
        placeholder="Product category"
        required
        hideLabel
        className="phone:col-span-2"
      />
      <TextField
        name={`items.${at}.description`}
        label="Description"
        hideLabel
        autoComplete="off"
        placeholder="Description"
        className="phone:order-1 phone:col-span-3"
      />
      <TextField
        name={`items.${at}.quantity`}
        label="Quantity"
        hideLabel
        inputMode="numeric"
        autoComplete="off"
        className="phone:order-1 [&_input]:px-2 [&_input]:text-right"
      />
      <AmountField
        name={`items.${at}.price`}
        label="Price"
        required
        hideLabel
        onLeave={settle}
        onKeyDown={onKeyDown}
        className="phone:order-1 [&_input]:text-right"
      />
      <span className="flex h-control items-center justify-end font-medium tabular-nums phone:order-1">
        {money.format(Number(totals?.amount ?? 0))}
      </span>
      <IconButton
        row
        label={`Remove item ${at + 1}`}
        onClick={onRemove}
        className="mt-0.5 justify-self-end text-muted-foreground"
      >
        <X size={16} strokeWidth={1.75} />
      </IconButton>
      <div className="col-span-full grid gap-1 empty:hidden phone:order-1">
        <TypedPrice name={`items.${at}.price`} />
        <LineDiscount
          name={`items.${at}.discount`}
          what={`the discount of item ${at + 1}`}
          discount={line.discount}
          off={totals?.off ?? "0"}
        />
      </div>
    </Group>
  );
}

const ROW =
  "grid gap-2 md:grid-cols-[10.75rem_minmax(0,1fr)_3.5rem_7rem_5.5rem_1.75rem] phone:grid-cols-[4rem_minmax(0,1fr)_auto]";
const CARD = "items-start phone:rounded-lg phone:border phone:border-border-strong phone:p-3";

type LineDiscountProps = { name: string; what: string; discount: Discount | null; off: string };

function LineDiscount({ name, what, discount, off }: LineDiscountProps) {
  const { setValue, getFieldState, formState } = useFormContext();
  const money = useMoney();
  const problem = getFieldState(name, formState).error?.message;
  if (!discount) return null;
  return (
    <>
      <p className="flex min-h-7 items-center justify-end gap-2 text-muted-foreground tabular-nums">
        <span className="mr-2 text-sm">
          {discount.kind === "percent" ? `${Number(discount.value)}% off` : "Discount"}
        </span>
        <span className="min-w-22 text-right">−{money.format(Number(off))}</span>
        <RemoveDiscount what={what} onRemove={() => setValue(name, null, dirty)} />
      </p>
      {problem && <FieldError id={`${name}-error`}>{problem}</FieldError>}
    </>
  );
}

export function SaleExtras({ tax }: { tax: Tax | null }) {
  const { getValues, setValue, setFocus } = useFormContext();
  const money = useMoney();
  const entered = useSaleEntry();
  const [opened, setOpened] = useState<"description" | "discount" | null>(null);
  const { items, description, discount } = entered;
  const isSingle = items.length === 0;
  const totals = enteredTotals(entered, money, tax);

  function addItem() {
    const { items, itemId: id, productCategory, cost, description, discount } = getValues() as Entered;
    const first = { id, productCategory, description, quantity: "1", price: cost, discount };
    const lines = items.length > 0 ? items : [withPrice(first, money)];
    if (items.length === 0) setValue("discount", null, dirty);
    setValue("items", [...lines, EMPTY_LINE], dirty);
    setOpened(null);
    requestAnimationFrame(() => setFocus(`items.${lines.length}.productCategory`));
  }

  const hasDescription = isSingle && (opened === "description" || description !== "");
  const hasTotals = !isSingle || discount !== null || tax !== null;
  return (
    <>
      {hasDescription && (
        <TextField name="description" label="Description" autoComplete="off" className="md:col-span-2" />
      )}
      <div className="grid items-start gap-x-4 gap-y-2 md:col-span-2 md:grid-cols-[minmax(0,1fr)_328px]">
        <div className="-ml-2.5 flex flex-wrap gap-1">
          <AddButton icon={Plus} onClick={addItem}>
            Add item
          </AddButton>
          {isSingle && !hasDescription && (
            <AddButton icon={AlignLeft} onClick={() => setOpened("description")}>
              Description
            </AddButton>
          )}
          {discount === null && opened !== "discount" && (
            <AddButton icon={Percent} onClick={() => setOpened("discount")}>
              Discount
            </AddButton>
          )}
        </div>
        {opened === "discount" && discount === null && <TypedDiscount onDone={() => setOpened(null)} />}
        {hasTotals && <SaleTotals totals={totals} discount={discount} tax={tax} isSingle={isSingle} />}
      </div>
    </>
  );
}

type AddButtonProps = { icon: typeof Plus; onClick: () => void; children: string };

function AddButton({ icon: Icon, onClick, children }: AddButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="inline-flex h-8 items-center gap-1.5 rounded-md px-2.5 font-medium text-link text-sm hover:bg-accent pointer-coarse:h-11"
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      {children}
    </button>
  );
}

/** Not a field of the form: changes the form once the text is a discount. */
function TypedDiscount({ onDone }: { onDone: () => void }) {
  const { setValue } = useFormContext();
  const money = useMoney();
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);

  function apply() {
    const discount = discountOf(text, money);
    if (!discount && text.trim()) return setWrong(true);
    if (discount) setValue("discount", discount, { ...dirty, shouldValidate: true });
    onDone();
  }

  return (
    <label className="grid gap-1.5 md:col-start-2">
      <span className="font-medium text-sm">Discount</span>
      <input
        // biome-ignore lint/a11y/noAutofocus: it opens for typing
        autoFocus
        value={text}
        placeholder="10% or 50"
        autoComplete="off"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? "discount-wrong" : undefined}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => afterPress(apply)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          apply();
        }}
        className="field tabular-nums"
      />
      {isWrong && <FieldError id="discount-wrong">Enter a discount, like 10% or 50.</FieldError>}
    </label>
  );
}
