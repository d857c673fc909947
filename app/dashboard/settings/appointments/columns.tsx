import type { Column } from "#components/ui/data-table.tsx";
import type { AppointmentType } from "#lib/contract/calendar.ts";
import { plural } from "#lib/text.ts";

export const appointmentTypeColumns: Column<AppointmentType>[] = [
  {
    header: "Name",
    phone: "title",
    cell: (type) => (
      <>
        <span className="block max-w-96 truncate font-medium phone:max-w-none">{type.name}</span>
        <span className="block text-muted-foreground text-sm phone:hidden">{inWords(type)}</span>
      </>
    ),
  },
  {
    header: "Default meeting length",
    phone: "hidden",
    cell: ({ defaultMeetingLength }) => (
      <span className="tabular-nums">{plural(defaultMeetingLength, "minute")}</span>
    ),
  },
  {
    header: "Days in advance",
    phone: "meta",
    cell: (type) => (
      <>
        <span className="tabular-nums phone:hidden">{plural(type.daysInAdvance, "day")}</span>
        <span className="hidden phone:inline">{inWords(type)}</span>
      </>
    ),
  },
];

/** "45 min · bookable up to 30 days ahead" */
export function inWords({ defaultMeetingLength, daysInAdvance }: AppointmentType): string {
  return `${defaultMeetingLength} min · bookable up to ${plural(daysInAdvance, "day")} ahead`;
}
