import { useMoney } from "#components/shell/use-me.ts";
import { DateField } from "#components/ui/date-field.tsx";
import type { Compared } from "#components/ui/edit-notices.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useReload } from "#lib/api/cache.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Money } from "#lib/contract/money.ts";
import { repairEditIn } from "#lib/contract/repair-entry.ts";
import {
  type EstimateKind,
  estimateWords,
  type PieceKind,
  pieceWords,
  type TypedLine,
  ticketNumber,
} from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { formatWeekdayAndDay, isoDay } from "#lib/dates.ts";
import { fullName } from "#lib/text.ts";
import { PieceFields } from "../new/piece-fields.tsx";
import { WorkFields } from "../new/work-fields.tsx";

export function EditModal({ repair, onClose }: { repair: Repair; onClose: () => void }) {
  const { id, version } = repair;
  const money = useMoney();
  const { act } = useAct("repairs.update");
  const reload = useReload("repairs.update");
  const { data: team = [] } = useRead("team.list", {});
  const people = team.map((one) => ({ value: one.id, label: fullName(one) }));
  const valuesOf = (one: Repair) => editedValues(one, money);
  return (
    <FormModal
      title={`Edit ${ticketNumber(repair)}`}
      schema={repairEditIn(money)}
      values={valuesOf(repair)}
      version={version}
      compare={{ values: valuesOf, fields: comparedFields(people) }}
      draft={`repair ${id}`}
      submitLabel="Save"
      onSubmit={async (body, version) => (await act({ params: { id }, body: { ...body, version } })).refused}
      onReload={reload}
      onClose={onClose}
    >
      <div className="-mx-5 -mt-1 *:px-5! *:first:border-t-0 md:col-span-2">
        <PieceFields />
        <WorkFields />
      </div>
      <DateField name="promisedDay" label="Promised" required means="next" write={isoDay} />
      <SelectField name="personId" label="With" none="Later" options={people} />
      <TextField name="keptIn" label="Kept in" autoComplete="off" className="md:col-span-2" />
    </FormModal>
  );
}

const TEXTS = ["metal", "stones", "marks", "condition", "words", "keptIn"] as const;

function editedValues(repair: Repair, money: Money) {
  const { kind, name, estimate, deposit, promisedDay, person } = repair;
  const amount = (value: number | string | null) => (value === null ? "" : money.format(Number(value)));
  return {
    ...Object.fromEntries(TEXTS.map((key) => [key, repair[key] ?? ""])),
    ...{ kind, name, estimate, promisedDay, personId: person?.id ?? null, work: "" },
    lines: repair.lines.map((line) => ({ ...line, note: line.note ?? "", amount: amount(line.amount) })),
    deposit: amount(deposit),
  };
}

function comparedFields(people: { value: string; label: string }[]): Compared[] {
  return [
    { name: "name", label: "Piece" },
    { name: "kind", label: "Kind", text: (kind: PieceKind) => pieceWords[kind] },
    { name: "metal", label: "Metal" },
    { name: "stones", label: "Stones" },
    { name: "marks", label: "Marks" },
    { name: "condition", label: "Condition" },
    { name: "words", label: "In their words" },
    {
      name: "lines",
      label: "Work",
      text: (lines: TypedLine[]) =>
        lines.map(({ name, note, amount }) => [name, note, amount].filter(Boolean).join(", ")).join("\n"),
    },
    { name: "estimate", label: "Estimate", text: (kind: EstimateKind) => estimateWords[kind] },
    { name: "deposit", label: "Deposit" },
    { name: "promisedDay", label: "Promised", text: formatWeekdayAndDay },
    {
      name: "personId",
      label: "With",
      text: (id: string | null) => people.find(({ value }) => value === id)?.label ?? "Later",
    },
    { name: "keptIn", label: "Kept in" },
  ];
}
