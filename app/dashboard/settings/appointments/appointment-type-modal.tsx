import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { NumberField } from "#components/ui/number-field.tsx";
import { useSave } from "#lib/api/use-save.ts";
import { type AppointmentType, appointmentTypeForm } from "#lib/contract/appointment-types.ts";

type Props = { type?: AppointmentType; onClose: () => void };

export function AppointmentTypeModal({ type, onClose }: Props) {
  const { modal } = useSave("appointmentTypes", type);
  return (
    <FormModal
      {...modal}
      title={type ? "Edit appointment type" : "New appointment type"}
      schema={appointmentTypeForm}
      values={valuesOf(type)}
      compare={{
        values: valuesOf,
        fields: [
          { name: "name", label: "Name" },
          {
            name: "defaultMeetingLength",
            label: "Default meeting length",
            text: (length) => `${length} minutes`,
          },
          { name: "daysInAdvance", label: "Days in advance" },
        ],
      }}
      draft={type ? `appointment type ${type.id}` : "appointment type"}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required autoComplete="off" className="md:col-span-2" />
      <NumberField
        name="defaultMeetingLength"
        label="Default meeting length"
        required
        step={15}
        help="Minutes, in steps of 15."
      />
      <NumberField
        name="daysInAdvance"
        label="Days in advance"
        required
        step={1}
        help="How far ahead visitors can book."
      />
    </FormModal>
  );
}

function valuesOf(type?: AppointmentType) {
  return {
    name: type?.name ?? "",
    defaultMeetingLength: type?.defaultMeetingLength ?? 30,
    daysInAdvance: type?.daysInAdvance ?? 30,
  };
}
