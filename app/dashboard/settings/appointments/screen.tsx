"use client";
import { useMemo, useState } from "react";
import { NewButton } from "#components/new-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay } from "#components/shell/use-me.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-button.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { deleteRow, editRow } from "#components/ui/row-actions.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useComplete } from "#lib/api/complete.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { AppointmentType } from "#lib/contract/appointment-types.ts";
import { webLink } from "#lib/links.ts";
import { wholeList } from "#lib/list.ts";
import { plural } from "#lib/text.ts";

const AppointmentTypeModal = part(() => import("./appointment-type-modal.tsx"), "AppointmentTypeModal");
const BookingRules = part(() => import("./booking-rules.tsx"), "BookingRules");
const LinkModal = part(() => import("#components/link-modal.tsx"), "LinkModal");

export function AppointmentTypesScreen() {
  const types = useRead("appointmentTypes.list", {});
  const [open, setOpen] = useState<AppointmentType | "new" | null>(null);
  const [uncopied, setUncopied] = useState<AppointmentType | null>(null);
  const remove = useRemoval("appointmentTypes.delete");
  const complete = useComplete();
  const may = useMay()("organization.setBookingRules");
  const create = () => setOpen("new");

  const actions = useMemo(
    () => (type: AppointmentType) => {
      const { id, name } = type;
      const link = type.isHidden ? null : webLink(type.appointmentBookingLink);
      const question = {
        title: `Delete ${name}?`,
        text: `${type.isHidden ? "" : "Its booking link will stop working. "}Existing appointments stay booked.`,
        verb: "Delete",
      };
      const booking = link
        ? [
            {
              name: `Copy Booking Link of ${name}`,
              hint: "Copy Booking Link",
              label: "Copy Booking Link",
              icon: "copy" as const,
              onSelect: async () => {
                if (!(await copyText(link))) setUncopied(type);
              },
            },
            {
              name: `Open booking page of ${name}`,
              label: "Open booking page",
              icon: "external-link" as const,
              onSelect: () => void window.open(link, "_blank", "noopener"),
            },
          ]
        : [];
      return [
        complete
          ? editRow(name, { href: `/dashboard/settings/appointments/${id}` })
          : editRow(name, { load: AppointmentTypeModal.load, onSelect: () => setOpen(type) }),
        ...booking,
        deleteRow(name, () => remove(id, question)),
      ];
    },
    [remove, complete],
  );

  return (
    <>
      <ScreenTitle>Appointment types</ScreenTitle>
      <DataTable
        title="Appointment types"
        description="What visitors can book. Each type has its own link."
        controls={<NewButton label="Add" onClick={create} load={AppointmentTypeModal.load} />}
        list={wholeList(types.data, types)}
        columns={appointmentTypeColumns}
        actions={actions}
        empty={
          <Empty hint="Each type you add gets a link you can share.">
            <Button variant="primary" onClick={create}>
              Add
            </Button>
          </Empty>
        }
      />
      {may && <BookingRules />}
      {open && (
        <AppointmentTypeModal type={open === "new" ? undefined : open} onClose={() => setOpen(null)} />
      )}
      {uncopied && (
        <LinkModal
          title={`Booking link of ${uncopied.name}`}
          description="Your browser blocked copying. Select the link and copy it yourself."
          link={uncopied.appointmentBookingLink}
          onClose={() => setUncopied(null)}
        />
      )}
    </>
  );
}

const appointmentTypeColumns: Column<AppointmentType>[] = [
  {
    header: "Name",
    phone: "title",
    cell: (type) => (
      <>
        <span className="flex max-w-96 items-center gap-2 phone:max-w-none">
          <span className="wrap-anywhere whitespace-normal font-medium">{type.name}</span>
          {type.isHidden && (
            <Badge tone="muted" className="shrink-0">
              Only staff
            </Badge>
          )}
        </span>
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

function inWords({ defaultMeetingLength, daysInAdvance }: AppointmentType): string {
  return `${defaultMeetingLength} min · bookable up to ${plural(daysInAdvance, "day")} ahead`;
}
