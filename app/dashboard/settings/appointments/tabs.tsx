import { TabLinks } from "#components/ui/tab-links.tsx";

const LINKS = [
  { href: "/dashboard/settings/appointments", label: "Types" },
  { href: "/dashboard/settings/appointments/hours", label: "Hours" },
  { href: "/dashboard/settings/appointments/waiting", label: "Waiting list" },
];

export function AppointmentTabs() {
  return <TabLinks label="Appointment" links={LINKS} />;
}
