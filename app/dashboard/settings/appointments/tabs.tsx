"use client";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { useCan } from "#lib/api/use-read.ts";

const LINKS = [
  { href: "/dashboard/settings/appointments", label: "Types" },
  { href: "/dashboard/settings/appointments/hours", label: "Hours" },
];

/** What there is to set about appointments, on hosts that know of people's hours. */
export function AppointmentTabs() {
  return useCan()("people.hours") ? <TabLinks label="Appointment" links={LINKS} /> : null;
}
