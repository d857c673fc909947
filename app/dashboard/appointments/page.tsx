import { Unbuilt } from "#components/shell/unbuilt.tsx";

export default function AppointmentsPage() {
  return <Unbuilt title="Appointments" />;
}
