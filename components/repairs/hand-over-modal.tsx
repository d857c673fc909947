import clsx from "clsx";
import { Check, CheckCheck, TriangleAlert } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { AmountField } from "#components/amount-field.tsx";
import { CategoryChoice } from "#components/category-choice.tsx";
import { fileUrl } from "#components/files/file-words.ts";
import { Picture } from "#components/files/picture.tsx";
import { FieldInput } from "#components/own-fields.tsx";
import { SCANNED } from "#components/shell/scanner.ts";
import { useMe, useMoney } from "#components/shell/use-me.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FieldError } from "#components/ui/field-parts.tsx";
import { KeyHint } from "#components/ui/key-hint.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { RecordForm, useRecordForm } from "#components/ui/record-form.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { Pending } from "#components/ui/states.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useProductOptions } from "#lib/api/use-options.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Body } from "#lib/contract/contract.ts";
import { INVOICE, plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { checkDigits, type HandingOver, handOverIn, SLIP } from "#lib/contract/repair-entry.ts";
import { ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { linksOf } from "#lib/person.ts";
import { depositDay } from "#lib/repair-words.ts";
import { fullName } from "#lib/text.ts";
import type { Moved } from "./states.tsx";

type Props = { repair: Moved; onDone: () => void; onClose: () => void };

export function HandOverModal({ repair, onDone, onClose }: Props) {
  const { id, state } = repair;
  const read = useRead("repairs.get", { params: { id } });
  const title = `Hand over ${ticketNumber(repair)}`;
  if (read.data)
    return <HandOver repair={{ ...read.data, state }} title={title} onDone={onDone} onClose={onClose} />;
  return (
    <Modal title={title} onClose={onClose} className={WIDTH}>
      <Pending read={read} className="min-h-60 pt-16" />
    </Modal>
  );
}

const WIDTH = "max-w-[720px]!";

type FormProps = { repair: Repair; title: string; onDone: () => void; onClose: () => void };

function HandOver({ repair, title, onDone, onClose }: FormProps) {
  const { id, state, contact, total, estimate, saleId } = repair;
  const money = useMoney();
  const { act } = useAct("repairs.handOver", { quiet: true });
  const next = useRead("sales.nextInvoice", {});
  const isKnown = Boolean(contact?.id);
  const sale = {
    ...Object.fromEntries(plainSaleFields.map(({ key }) => [key, ""])),
    ...{ cost: estimate === "AFTER_LOOK" ? "" : money.typed(Number(total)), productCategory: null },
  };
  const record = useRecordForm<Body<"repairs.handOver">>({
    schema: async () => handOverIn(money, phoneOf(repair)),
    values: {
      ...{
        from: state,
        who: "customer",
        to: "",
        digits: "",
        reason: null,
        isSold: isKnown && !saleId,
        sale,
        nextInvoice: "",
      },
    },
    draft: undefined,
    onSubmit: async (body) => {
      const { refused } = await act({ params: { id }, body });
      // Someone else may have taken the invoice number.
      if (refused) void next.mutate();
      return refused;
    },
    closes: () => true,
    onSaved: onDone,
  });
  const close = async () => (await record.mayClose()) && onClose();
  return (
    <Modal title={title} description="Check the person and the piece." onClose={close} className={WIDTH}>
      <RecordForm of={record} aria-label={title} className="flex min-h-0 flex-1 flex-col">
        <div className="relative grid min-h-0 flex-1 content-start gap-3.5 overflow-y-auto px-5 pt-1 pb-5">
          <Person repair={repair} />
          {isKnown && <SaleOfPiece repair={repair} />}
        </div>
        <footer className="flex flex-wrap items-center gap-2 border-t px-5 py-3 phone:pb-[calc(12px+env(safe-area-inset-bottom))]">
          {record.refused ? (
            <FailureLine className="flex-1 phone:basis-full">{record.refused.text}</FailureLine>
          ) : (
            <span className="flex-1 text-muted-foreground text-sm phone:basis-full">
              You can undo this until midnight.
            </span>
          )}
          <Button variant="ghost" onClick={close} className="phone:flex-1">
            Cancel
          </Button>
          <Submit repair={repair} />
        </footer>
      </RecordForm>
    </Modal>
  );
}

const phoneOf = (repair: Repair) => linksOf(repair).phone?.text;

function useHandingOver() {
  return useWatch() as HandingOver;
}

function Submit({ repair }: { repair: Repair }) {
  const { setValue } = useFormContext();
  const { digits, reason } = useHandingOver();
  if (reason === null && checkDigits(phoneOf(repair), digits) === "wrong")
    return (
      <Button onClick={() => setValue("reason", "", { shouldDirty: true })} className="phone:flex-1">
        Hand over anyway…
      </Button>
    );
  return (
    <SubmitButton className="phone:flex-1">
      <CheckCheck size={16} strokeWidth={1.75} aria-hidden="true" />
      Hand over
      <KeyHint>↵</KeyHint>
    </SubmitButton>
  );
}

function Person({ repair }: { repair: Repair }) {
  const { contact, name, photos } = repair;
  const { setValue } = useFormContext();
  const { who, reason } = useHandingOver();
  const customer = contact?.name || "Customer";
  const photo = photos.at(-1);
  const person = (
    <div className="grid content-start gap-3.5">
      <p className="wrap-anywhere font-medium">{name}</p>
      <div className="flex">
        <Segments
          aria-label="Who picks it up"
          choices={[
            ["customer", customer],
            ["other", "Someone else"],
          ]}
          value={who}
          onChoose={(next) => setValue("who", next, { shouldDirty: true })}
        />
      </div>
      {who === "other" && <TextField name="to" label="Name" required autoComplete="off" />}
      <Digits phone={phoneOf(repair)} customer={customer} token={repair.token} />
      {reason !== null && <TextField name="reason" label="Reason" required autoFocus autoComplete="off" />}
    </div>
  );
  if (!photo) return person;
  return (
    <div className="grid gap-x-5 gap-y-3.5 md:grid-cols-[200px_minmax(0,1fr)]">
      <Picture
        src={fileUrl(photo.id)}
        alt="The piece"
        width={photo.width ?? undefined}
        height={photo.height ?? undefined}
        className="h-42 w-full rounded-md border bg-muted object-cover"
      />
      {person}
    </div>
  );
}

const USUAL_CATEGORY = "Repairs & Services";

function SaleOfPiece({ repair }: { repair: Repair }) {
  const { deposit } = repair;
  const id = useId();
  const { field } = useController({ name: "isSold" });
  const money = useMoney();
  const { data: me } = useMe();
  const cost: string = useWatch({ name: "sale.cost" });
  const { usual, isMissing } = useUsualCategory();
  useNextInvoice();
  const amount = Number(money.read(cost));
  const left = money.sum([amount, -Number(deposit ?? 0)]);
  return (
    <section aria-labelledby={id} className="rounded-lg border">
      <div className="flex items-center gap-2.5 py-2.5 pr-2 pl-3.5">
        <button
          type="button"
          role="switch"
          aria-checked={field.value}
          aria-labelledby={id}
          onClick={() => field.onChange(!field.value)}
          className="inline-flex h-5 w-9 shrink-0 rounded-full bg-border-strong p-0.5 after:size-4 after:rounded-full after:bg-card aria-checked:justify-end aria-checked:bg-primary pointer-coarse:my-3"
        />
        <div className="min-w-0 flex-1">
          <h3 id={id} className="font-medium">
            Record a sale
          </h3>
          <p className="text-muted-foreground text-sm">
            {[usual?.name, "today", me && `sold by ${fullName(me)}`].filter(Boolean).join(", ")}
          </p>
        </div>
      </div>
      {field.value && (
        <>
          <div className="grid grid-cols-2 gap-x-4 gap-y-3.5 border-t p-3.5 phone:gap-x-2">
            {isMissing && <CategoryChoice name="sale.productCategory" label="Product category" required />}
            <AmountField name="sale.cost" label="Amount" required />
            {plainSaleFields.map(({ key, label, kind }) => (
              <FieldInput key={key} name={`sale.${key}`} label={label} required={false} kind={kind} />
            ))}
          </div>
          {deposit !== null && left >= 0 && (
            <p className="flex flex-wrap justify-between gap-2 border-t px-3.5 py-2.5 tabular-nums">
              <span className="text-muted-foreground text-sm">
                Deposit of {money.format(Number(deposit))} noted on {depositDay(repair, me?.timezone)}
              </span>
              <span>
                <b className="font-semibold">{money.format(left)}</b> left to collect
              </span>
            </p>
          )}
        </>
      )}
    </section>
  );
}

function useUsualCategory() {
  const { setValue } = useFormContext();
  const { rows } = useProductOptions(USUAL_CATEGORY);
  const usual = rows?.find(({ name }) => name === USUAL_CATEGORY);
  const id = usual?.id;
  useEffect(() => {
    if (id) setValue("sale.productCategory", { id, name: USUAL_CATEGORY });
  }, [id, setValue]);
  return { usual, isMissing: rows !== undefined && !usual };
}

/** Fills the number in until a person types another one. */
function useNextInvoice() {
  const { setValue, getValues } = useFormContext();
  const { data } = useRead("sales.nextInvoice", {});
  const next = data?.next;
  useEffect(() => {
    if (!next || getValues(`sale.${INVOICE}`) !== getValues("nextInvoice")) return;
    setValue("nextInvoice", next);
    setValue(`sale.${INVOICE}`, next);
  }, [next, getValues, setValue]);
}

function useSlip(token: string): boolean {
  const { setValue } = useFormContext();
  const [isOther, setOther] = useState(false);
  useEffect(() => {
    const take = (event: Event) => {
      const { detail } = event as CustomEvent<string>;
      if (!detail.startsWith("/r/")) return;
      event.preventDefault();
      const isIts = detail === `/r/${token}`;
      setOther(!isIts);
      setValue("digits", isIts ? SLIP : "", { shouldDirty: true });
      setValue("reason", null);
    };
    window.addEventListener(SCANNED, take);
    return () => window.removeEventListener(SCANNED, take);
  }, [token, setValue]);
  return isOther;
}

function Matches({ children }: { children: string }) {
  return (
    <Badge tone="success" className="h-6!">
      <Check size={13} aria-hidden="true" />
      {children}
    </Badge>
  );
}

type DigitsProps = { phone: string | null | undefined; customer: string; token: string };

function Digits({ phone, customer, token }: DigitsProps) {
  const id = useId();
  const { setValue } = useFormContext();
  const { field, fieldState } = useController({ name: "digits" });
  const isOtherSlip = useSlip(token);
  const isScanned = field.value === SLIP;
  const typed: string = isScanned ? "" : field.value;
  const found = checkDigits(phone, field.value);
  const slip = isOtherSlip ? (
    <p role="alert" className="text-danger text-sm">
      This slip belongs to another repair.
    </p>
  ) : (
    isScanned && <Matches>Claim slip matches</Matches>
  );
  if (checkDigits(phone, "") === "right")
    return (
      slip || (
        <p className="text-muted-foreground text-sm">No phone number on file. Ask for the claim slip.</p>
      )
    );
  const message = found === "open" ? fieldState.error?.message : undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        Last four digits of the phone number
      </label>
      <div className="flex items-center gap-3.5">
        <div className="relative flex gap-2">
          <input
            id={id}
            ref={field.ref}
            value={typed}
            onChange={({ target }) => {
              field.onChange(target.value.replace(/\D/g, "").slice(0, 4));
              setValue("reason", null);
            }}
            onBlur={field.onBlur}
            data-autofocus
            inputMode="numeric"
            autoComplete="off"
            aria-required
            aria-invalid={message !== undefined}
            aria-describedby={`${id}-about`}
            className="peer absolute inset-0 z-1 cursor-text text-[1rem] opacity-0"
          />
          {[0, 1, 2, 3].map((at) => (
            <span
              key={at}
              aria-hidden="true"
              className={clsx(
                "grid h-12 w-11 place-items-center rounded-md border border-input bg-card font-semibold text-xl tabular-nums",
                at === Math.min(typed.length, 3) &&
                  "peer-focus:outline-2 peer-focus:-outline-offset-1 peer-focus:outline-ring",
              )}
            >
              {typed[at]}
            </span>
          ))}
        </div>
        {slip || (found === "right" && <Matches>Matches</Matches>)}
      </div>
      <div id={`${id}-about`} role="status">
        {message ? (
          <FieldError id={`${id}-error`}>{message}</FieldError>
        ) : found === "wrong" ? (
          <p className="mt-1 flex gap-2.5 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
            <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
            <span>
              <b className="font-semibold">These digits aren’t on file for {customer}.</b> Ask for another
              number, or for the claim slip.
            </span>
          </p>
        ) : (
          <p className="text-muted-foreground text-sm">Ask for them, or scan the claim slip.</p>
        )}
      </div>
    </div>
  );
}
