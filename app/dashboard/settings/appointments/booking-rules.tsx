import { useMemo } from "react";
import { FormCard } from "#components/ui/form-card.tsx";
import { NumberField } from "#components/ui/number-field.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { stored } from "#lib/stored-code.ts";

const loadSchema = stored(async () => (await import("#lib/contract/bookings.ts")).bookingRules);

export function BookingRules() {
  const { data } = useRead("organization.bookingRules", {});
  const { act } = useAct("organization.setBookingRules");
  const openAppointments = data?.openAppointments;
  const values = useMemo(() => ({ openAppointments }), [openAppointments]);
  if (!data) return null;
  return (
    <FormCard
      title="Booking limit"
      description={<p>Limits how many appointments one visitor can hold, across all appointment types.</p>}
      schema={loadSchema}
      values={values}
      draft="booking rules"
      submitLabel="Save"
      onSubmit={async (body) => (await act({ body })).refused}
    >
      <NumberField
        name="openAppointments"
        label="Upcoming appointments per visitor"
        required
        step={1}
        help="Upcoming appointments one visitor can have, from 1 to 50."
      />
    </FormCard>
  );
}
