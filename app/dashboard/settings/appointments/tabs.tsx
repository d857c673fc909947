"use client";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { useCan } from "#lib/api/use-read.ts";

const LINKS = [
  { href: "/dashboard/settings/appointments", label: "Types" },
  { href: "/dashboard/settings/appointments/hours", label: "Hours" },
];
const WAITING = { href: "/dashboard/settings/appointments/waiting", label: "Waiting list" };

/** What there is to set about appointments, on hosts that know of people's hours. */
export function AppointmentTabs() {
  const can = useCan();
  if (!can("people.hours")) return null;
  return <TabLinks label="Appointment" links={can("wishes.list") ? [...LINKS, WAITING] : LINKS} />;
}
