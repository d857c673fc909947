import { CheckCheck } from "lucide-react";
import { useFormContext, useWatch } from "react-hook-form";
import { useMoney } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { RecordForm, useRecordForm } from "#components/ui/record-form.tsx";
import { Segments } from "#components/ui/segments.tsx";
import { Pending } from "#components/ui/states.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Body } from "#lib/contract/contract.ts";
import { plainSaleFields } from "#lib/contract/plain-sale-fields.ts";
import { checkDigits, type HandingOver, handOverIn } from "#lib/contract/repair-entry.ts";
import { ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { linksOf } from "#lib/person.ts";
import { Digits } from "./digits.tsx";
import { SaleOfPiece } from "./sale-of-piece.tsx";
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
  const { id, state, contact, total, estimate } = repair;
  const money = useMoney();
  const { act } = useAct("repairs.handOver", { quiet: true });
  const isKnown = Boolean(contact?.id);
  const sale = {
    ...Object.fromEntries(plainSaleFields.map(({ key }) => [key, ""])),
    ...{ cost: estimate === "AFTER_LOOK" ? "" : money.typed(Number(total)), productCategory: null },
  };
  const record = useRecordForm<Body<"repairs.handOver">>({
    schema: async () => handOverIn(money, phoneOf(repair)),
    values: {
      ...{ from: state, who: "customer", to: "", digits: "", reason: null, isSold: isKnown, sale },
    },
    draft: undefined,
    onSubmit: async (body) => (await act({ params: { id }, body })).refused,
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
    </SubmitButton>
  );
}

function Person({ repair }: { repair: Repair }) {
  const { contact, name } = repair;
  const { setValue } = useFormContext();
  const { who, reason } = useHandingOver();
  const customer = contact?.name || "Customer";
  return (
    <div className="grid gap-3.5">
      <p className="wrap-anywhere font-medium">{name}</p>
      <div className="flex">
        <Segments
          aria-label="Who picks it up"
          choices={[
            ["customer", customer],
            ["other", "Someone else"],
          ]}
          chosen={who}
          onChoose={(next) => setValue("who", next, { shouldDirty: true })}
        />
      </div>
      {who === "other" && <TextField name="to" label="Name" required autoComplete="off" />}
      <Digits phone={phoneOf(repair)} customer={customer} />
      {reason !== null && <TextField name="reason" label="Reason" required autoFocus autoComplete="off" />}
    </div>
  );
}
