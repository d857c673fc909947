import { Appointments } from "./appointments.tsx";

export default function AppointmentsPage() {
  return <Appointments />;
}
