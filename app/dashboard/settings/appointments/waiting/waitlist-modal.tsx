import { useWatch } from "react-hook-form";
import { ContactChoice } from "#components/contact-choice.tsx";
import { DateField } from "#components/ui/date-field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useContactOptions } from "#lib/api/use-options.ts";
import { useRead } from "#lib/api/use-read.ts";
import { useSave } from "#lib/api/use-save.ts";
import { type WaitlistEntry, waitlistEdit, waitlistForm } from "#lib/contract/waitlist.ts";
import { formatDate, isoDay } from "#lib/dates.ts";

const TIMES = [
  { value: "ANY", label: "Any time" },
  { value: "MORNING", label: "Morning" },
  { value: "AFTERNOON", label: "Afternoon" },
];

type Props = { entry?: WaitlistEntry | undefined; onClose: () => void };

export function WaitlistModal({ entry, onClose }: Props) {
  const { modal } = useSave("wishes", entry);
  const types = (useRead("appointmentTypes.list", {}).data ?? []).filter(
    ({ id, isHidden }) => !isHidden || id === entry?.typeId,
  );
  const typeId = types.length === 1 ? types[0]?.id : null;
  const day = { means: "next", write: isoDay } as const;
  return (
    <FormModal
      {...modal}
      title={entry ? `Edit waiting list entry for ${entry.name}` : "Add to the waiting list"}
      schema={(entry ? waitlistEdit : waitlistForm) as typeof waitlistForm}
      values={entry ? valuesOf(entry) : { contact: null, typeId, ...NEW }}
      compare={{
        values: valuesOf,
        fields: [
          { name: "from", label: "Day", text: formatDate },
          { name: "to", label: "Until", text: formatDate },
          { name: "timeOfDay", label: "Time of day" },
        ],
      }}
      draft={entry ? `wish ${entry.id}` : "wish"}
      submitLabel={entry ? "Save" : "Add"}
      onClose={onClose}
    >
      {!entry && <ContactChoice name="contact" label="Contact" required useOptions={useContactOptions} />}
      <SelectField
        name="typeId"
        label="Appointment type"
        required
        options={types.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <PersonField />
      <DateField {...day} name="from" label="Day" required help="Or the first of several." />
      <DateField {...day} name="to" label="Until" help="Empty for that day alone." />
      <SelectField name="timeOfDay" label="Time of day" required options={TIMES} />
    </FormModal>
  );
}

const NEW = { personId: null, from: "", to: "", timeOfDay: "ANY" };

function valuesOf({ typeId, person, from, to, timeOfDay }: WaitlistEntry) {
  return { typeId, personId: person?.id ?? null, from, to: to === from ? "" : to, timeOfDay };
}

function PersonField() {
  const typeId: string | null = useWatch({ name: "typeId" });
  const { data: types } = useRead("appointmentTypes.list", {});
  const { data: team } = useRead("team.list", {});
  const assignees = types?.find(({ id }) => id === typeId)?.people;
  const options = (team ?? [])
    .filter(({ id }) => !assignees || assignees.includes(id))
    .map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}`.trim() }));
  return <SelectField name="personId" label="With" options={options} none="Anyone" placeholder="Anyone" />;
}
