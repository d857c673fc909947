import clsx from "clsx";
import { Mail, Printer } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useController, useFormContext, useWatch } from "react-hook-form";
import { useSWRConfig } from "swr";
import { act, idempotencyKeys } from "#lib/api/act.ts";
import { refresh } from "#lib/api/cache.ts";
import { call } from "#lib/api/call.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { ReceiptChoice } from "#lib/contract/sale-entry.ts";
import { receiptFormIn, type Sale } from "#lib/contract/sales.ts";
import { walkIn } from "#lib/contract/walk-in.ts";
import { notify } from "#lib/notifications.ts";
import { useCanMail, useMe } from "./shell/use-me.ts";
import { Chip } from "./ui/chip.tsx";
import { TextField } from "./ui/field.tsx";
import { FormModal } from "./ui/form-modal.tsx";
import { part } from "./ui/part.tsx";

const Receipt = part(() => import("./receipt.tsx"), "Receipt");

export const receiptKey = (me: string) => `last-receipt ${me}`;

type Mailed = { saleId: string; address?: string | undefined; saved?: "sale" | "payment" };

const POLL_MS = 1_000;
const POLLS = 10;

/** The toast says "sent" only when the mail server has taken the email. */
function useReceiptMail() {
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    ({ saleId, address, saved }: Mailed): Promise<void> => {
      const keys = idempotencyKeys();
      const input = { params: { id: saleId }, body: { address: address || undefined } };
      const failed = (why: string) =>
        notify({
          ...{ type: "error", retry: () => void send() },
          message: `${saved ? `The ${saved} is saved, but the receipt` : "The receipt"} wasn’t sent. ${why}`,
        });
      async function send(): Promise<void> {
        const outcome = await act("receipts.create", input, keys);
        if (!outcome.ok) return failed(outcome.error.message);
        const { id, address } = outcome.answer;
        const { state, reason } = await settled(id);
        refresh({ cache, mutate }, "receipts", "create", ["mails", "timeline"]);
        if (state === "sent") return notify({ type: "success", message: `Receipt sent to ${address}` });
        if (state === "queued" || state === "sending")
          return notify({ type: "info", message: `The receipt to ${address} is waiting to be sent.` });
        if (state === "kept")
          return notify({
            type: "info",
            message: "No email account is connected. Read the receipt in Sent mail.",
          });
        failed(reason ?? "");
      }
      return send();
    },
    [cache, mutate],
  );
}

async function settled(id: string) {
  for (let poll = 0; ; poll++) {
    const mail = await call("mails.get", { params: { id } }).catch(() => null);
    const isWaiting = !mail || mail.state === "queued" || mail.state === "sending";
    if (!isWaiting) return mail;
    if (poll === POLLS) return { state: "queued", reason: null } as const;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** Prints and emails after the sale or payment is saved. The form may be closed meanwhile. */
export function useReceiptOfNew(saved: "sale" | "payment", onClose: () => void) {
  const mail = useReceiptMail();
  const choice = useRef<ReceiptChoice>(undefined);
  const printing = useRef<string>(undefined);
  const [printed, setPrinted] = useState<string>();
  const [isLeft, setLeft] = useState(false);

  function onCreated(created: { id?: string } | null | undefined) {
    const id = created?.id;
    if (!id || !choice.current) return;
    const { print, email, address } = choice.current;
    if (email) void mail({ saleId: id, address, saved });
    if (!print) return;
    printing.current = id;
    setPrinted(id);
  }

  const onPrinted = useCallback(() => {
    printing.current = undefined;
    setPrinted(undefined);
    if (isLeft) onClose();
  }, [isLeft, onClose]);

  return {
    onCreated,
    isLeft,
    choose: (next: ReceiptChoice | undefined) => {
      choice.current = next;
    },
    close: () => (printing.current ? setLeft(true) : onClose()),
    paper: printed && <PrintedSale key={printed} id={printed} onPrinted={onPrinted} />,
  };
}

function PrintedSale({ id, onPrinted }: { id: string; onPrinted: () => void }) {
  const { data: me } = useMe();
  const { data: sale, error } = useRead("sales.get", { params: { id } });
  useEffect(() => {
    if (error) onPrinted();
  }, [error, onPrinted]);
  if (!sale) return null;
  const store = me?.organizationName ?? "";
  return <Receipt sale={sale} store={store} timezone={me?.timezone} onPrinted={onPrinted} />;
}

type Buyer = { id: string; name: string; email?: string } | null;

function useBuyersEmail(buyer: Buyer): string | undefined {
  const isContact = buyer !== null && buyer.id !== walkIn.id && buyer.id !== "deleted";
  const asked = isContact && buyer.email === undefined;
  const { data } = useRead("contacts.get", asked ? { params: { id: buyer.id } } : null);
  return isContact ? (buyer.email ?? data?.email) : undefined;
}

function useLastChoice(canMail: boolean) {
  const { resetField, getValues } = useFormContext();
  const { data: me } = useMe();
  const key = me && receiptKey(me.id);
  useEffect(() => {
    const last = key && localStorage.getItem(key);
    if (!last || getValues("receipt.print") || getValues("receipt.email")) return;
    const { print, email }: Partial<ReceiptChoice> = JSON.parse(last);
    resetField("receipt.print", { defaultValue: print === true });
    resetField("receipt.email", { defaultValue: canMail && email === true });
  }, [key, canMail, resetField, getValues]);
}

export function ReceiptChoices({ isBeside = false }) {
  const canMail = useCanMail();
  useLastChoice(canMail);
  const buyer: Buyer = useWatch({ name: "contact" });
  const address = useBuyersEmail(buyer);
  return (
    <fieldset
      aria-label="Receipt"
      className={clsx(
        "ml-auto flex items-center gap-2 first:ml-0 phone:order-1 phone:ml-0",
        !isBeside && "phone:col-span-full",
      )}
    >
      <span aria-hidden="true" className={clsx("font-medium text-sm", isBeside && "phone:hidden")}>
        Receipt
      </span>
      <Toggle name="receipt.print">
        <Printer size={14} strokeWidth={1.75} />
        Print
      </Toggle>
      {canMail &&
        (address === "" ? (
          <NoAddress />
        ) : (
          <Toggle name="receipt.email">
            <Mail size={14} strokeWidth={1.75} />
            Email
          </Toggle>
        ))}
    </fieldset>
  );
}

function Toggle({ name, children }: { name: string; children: ReactNode }) {
  const { field } = useController({ name });
  return (
    <Chip pressed={field.value === true} onPress={() => field.onChange(!field.value)}>
      {children}
    </Chip>
  );
}

function NoAddress() {
  const { setValue } = useFormContext();
  useEffect(() => setValue("receipt.email", false), [setValue]);
  return <span className="text-muted-foreground text-sm">Add an email address</span>;
}

export function ReceiptAddress() {
  const buyer: Buyer = useWatch({ name: "contact" });
  const isMailed: boolean = useWatch({ name: "receipt.email" });
  const isAsked = isMailed && buyer?.id === walkIn.id;
  return (
    isAsked && (
      <TextField
        name="receipt.address"
        label="Email for this receipt"
        type="email"
        required
        className="phone:order-1 phone:col-span-full"
      />
    )
  );
}

type ModalProps = { sale: Sale; onClose: () => void };

export function ReceiptMailModal({ sale, onClose }: ModalProps) {
  const mail = useReceiptMail();
  const { contactId } = sale;
  const { data } = useRead("contacts.get", contactId ? { params: { id: contactId } } : null);
  return (
    <FormModal
      title="Email receipt"
      className="max-w-120!"
      schema={receiptFormIn(!contactId)}
      values={{ address: "" }}
      submitLabel="Send"
      onSubmit={async ({ address }) => {
        void mail({ saleId: sale.id, address });
        return null;
      }}
      onClose={onClose}
    >
      {contactId ? (
        <p className="md:col-span-2">
          {data?.email === "" ? "Add an email address to this contact first." : `To ${data?.email ?? "…"}`}
        </p>
      ) : (
        <TextField
          name="address"
          label="Email for this receipt"
          type="email"
          required
          className="md:col-span-2"
        />
      )}
    </FormModal>
  );
}
