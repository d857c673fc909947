import { AppointmentTypes } from "./appointment-types.tsx";

export default function AppointmentTypesPage() {
  return <AppointmentTypes />;
}
