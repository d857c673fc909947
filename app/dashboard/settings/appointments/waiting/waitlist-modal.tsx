import { useWatch } from "react-hook-form";
import { ContactChoice } from "#components/contact-choice.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { DateField } from "#components/ui/date-field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useReload } from "#lib/api/cache.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useContactOptions } from "#lib/api/use-options.ts";
import { useRead } from "#lib/api/use-read.ts";
import { type WaitlistEntry, type WaitlistForm, waitlistEdit, waitlistForm } from "#lib/contract/waitlist.ts";
import { formatDate, isoDay } from "#lib/dates.ts";

const TIMES = [
  { value: "ANY", label: "Any time" },
  { value: "MORNING", label: "Morning" },
  { value: "AFTERNOON", label: "Afternoon" },
];

export function WaitlistModal({
  entry,
  onClose,
}: {
  entry?: WaitlistEntry | undefined;
  onClose: () => void;
}) {
  const { data: me } = useMe();
  const create = useAct("wishes.create");
  const update = useAct("wishes.update");
  const reload = useReload("wishes.update");
  const types = (useRead("appointmentTypes.list", {}).data ?? []).filter(
    ({ id, isHidden }) => !isHidden || id === entry?.typeId,
  );
  const fields = (
    <>
      <SelectField
        name="typeId"
        label="Appointment type"
        required
        options={types.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <PersonField />
      <DateField
        name="from"
        label="Day"
        required
        means="next"
        timezone={me?.timezone}
        write={isoDay}
        help="Or the first of several."
      />
      <DateField
        name="to"
        label="Until"
        means="next"
        timezone={me?.timezone}
        write={isoDay}
        help="Empty for that day alone."
      />
      <SelectField name="timeOfDay" label="Time of day" required options={TIMES} />
    </>
  );
  if (!entry) {
    return (
      <FormModal<WaitlistForm>
        title="Add to the waiting list"
        schema={waitlistForm}
        values={{ contact: null, typeId: types.length === 1 ? types[0]?.id : null, ...NEW }}
        draft="wish"
        submitLabel="Add"
        onSubmit={async (body) => (await create.act({ body })).refused}
        onClose={onClose}
      >
        <ContactChoice name="contact" label="Contact" required useOptions={useContactOptions} />
        {fields}
      </FormModal>
    );
  }
  return (
    <FormModal
      title={`Edit waiting list entry for ${entry.name}`}
      schema={waitlistEdit}
      values={valuesOf(entry)}
      compare={{
        values: valuesOf,
        fields: [
          { name: "from", label: "Day", text: formatDate },
          { name: "to", label: "Until", text: formatDate },
          { name: "timeOfDay", label: "Time of day" },
        ],
      }}
      draft={`wish ${entry.id}`}
      version={entry.version}
      submitLabel="Save"
      onSubmit={async (body, version) =>
        (await update.act({ params: { id: entry.id }, body: { ...body, version } })).refused
      }
      onReload={reload}
      onClose={onClose}
    >
      {fields}
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
  const givers = types?.find(({ id }) => id === typeId)?.people;
  const options = (team ?? [])
    .filter(({ id }) => !givers || givers.includes(id))
    .map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}`.trim() }));
  return <SelectField name="personId" label="With" options={options} none="Anyone" placeholder="Anyone" />;
}
