import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useMe } from "#components/shell/use-me.ts";
import { DateField } from "#components/ui/date-field.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import type { Refusal } from "#components/ui/record-form.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Body } from "#lib/contract/contract.ts";
import { ticketNumber } from "#lib/contract/repair-terms.ts";
import { repairMove } from "#lib/contract/repairs.ts";
import { isoDay } from "#lib/dates.ts";
import { fullName } from "#lib/text.ts";
import { addDays, dayOf } from "#lib/time/days.ts";
import { type Moving, stateLooks } from "./states.tsx";

type Asked = Body<"repairs.move">;
type Props = { moving: Moving; onMove: (details: Asked) => Promise<Refusal | null>; onClose: () => void };

const LAST_PERSON = "repairs-last-person";
const LAST_WORKSHOP = "repairs-last-workshop";

export function MoveModal({ moving: { repair, to }, onMove, onClose }: Props) {
  const { verb } = stateLooks[to];
  return (
    <FormModal<Asked>
      title={`${verb}: ${ticketNumber(repair)} ${repair.name}`}
      schema={repairMove}
      values={{
        ...{ from: repair.state, state: to, reason: "", backDay: null },
        workshop: to === "AWAY" ? repair.workshop || localStorage.getItem(LAST_WORKSHOP) || "" : null,
        ...(to === "BENCH" && { personId: localStorage.getItem(LAST_PERSON) ?? "" }),
      }}
      submitLabel={verb}
      onSubmit={async (asked) => {
        const refusal = await onMove(asked);
        if (!refusal && asked.workshop) localStorage.setItem(LAST_WORKSHOP, asked.workshop);
        if (!refusal && asked.personId) localStorage.setItem(LAST_PERSON, asked.personId);
        return refusal;
      }}
      onClose={onClose}
    >
      {to === "AWAY" && <Away />}
      {to === "BENCH" && <Who />}
      <TextField
        name="reason"
        {...(to === "RETURNED" ? { label: "Reason", required: true, autoFocus: true } : { label: "Note" })}
        className="md:col-span-2"
      />
    </FormModal>
  );
}

function Away() {
  const { data: me } = useMe();
  const { setValue, getFieldState } = useFormContext();
  const name: string = useWatch({ name: "workshop" });
  const { data: settings } = useRead("repairs.settings", {});
  const days = settings?.workshops.find((one) => one.name === name)?.days;
  const [usual, setUsual] = useState("");
  useEffect(() => {
    if (!days || !me || getFieldState("backDay").isDirty) return;
    const day = addDays(dayOf(Date.now(), me.timezone), days);
    setValue("backDay", day);
    setUsual(day);
  }, [days, me, getFieldState, setValue]);
  const { data: workshops = [] } = useRead("repairs.workshops", {});
  return (
    <>
      <TextField name="workshop" label="Workshop" required autoFocus suggestions={workshops} />
      <DateField key={usual} name="backDay" label="Back by" means="next" write={isoDay} />
    </>
  );
}

function Who() {
  const { data: team } = useRead("team.list", {});
  const { setValue } = useFormContext();
  const personId: string = useWatch({ name: "personId" });
  const hasLeft = team !== undefined && !team.some(({ id }) => id === personId);
  useEffect(() => {
    if (hasLeft) setValue("personId", "");
  }, [hasLeft, setValue]);
  const people = (team ?? []).map((one) => ({ value: one.id, label: fullName(one) }));
  return <SelectField name="personId" label="Who" required options={people} className="md:col-span-2" />;
}
