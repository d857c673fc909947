import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function AppointmentTypesPage() {
  return <Unbuilt title="Appointment types" />;
}
