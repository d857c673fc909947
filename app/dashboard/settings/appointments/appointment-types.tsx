"use client";
import { Copy, ExternalLink } from "lucide-react";
import { useMemo, useState } from "react";
import { NewButton } from "#components/new-button.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { Button } from "#components/ui/button.tsx";
import { copyText } from "#components/ui/copy-button.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { part } from "#components/ui/part.tsx";
import { deleteIcon, editIcon } from "#components/ui/row-icons.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useRemoval } from "#components/use-removal.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { AppointmentType } from "#lib/contract/calendar.ts";
import { webLink } from "#lib/links.ts";
import { wholeList } from "#lib/list.ts";
import { BookingRules } from "./booking-rules.tsx";
import { appointmentTypeColumns } from "./columns.tsx";

const AppointmentTypeModal = part(() =>
  import("./appointment-type-modal.tsx").then((module) => module.AppointmentTypeModal),
);
const LinkModal = part(() => import("#components/link-modal.tsx").then((module) => module.LinkModal));

const copyIcon = <Copy size={16} strokeWidth={1.75} aria-hidden="true" />;
const openIcon = <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />;

/** What visitors can book; each type has a page of its own. */
export function AppointmentTypes() {
  const { data, error, isValidating, mutate } = useRead("appointmentTypes.list", {});
  const [open, setOpen] = useState<AppointmentType | "new" | null>(null);
  const [uncopied, setUncopied] = useState<AppointmentType | null>(null);
  const remove = useRemoval("appointmentTypes.delete");
  const create = () => setOpen("new");

  const list = wholeList({ rows: data, error, busy: isValidating, retry: () => void mutate() });
  const actions = useMemo(
    () => (type: AppointmentType) => {
      const { id, name } = type;
      const link = webLink(type.appointmentBookingLink);
      const question = {
        title: `Delete ${name}?`,
        text: "Its booking link stops working. Appointments that are booked already stay.",
        verb: "Delete",
      };
      const booking = link
        ? [
            {
              name: `Copy Booking Link of ${name}`,
              hint: "Copy Booking Link",
              label: "Copy Booking Link",
              icon: copyIcon,
              onSelect: async () => {
                if (!(await copyText(link))) setUncopied(type);
              },
            },
            {
              name: `Open booking page of ${name}`,
              label: "Open booking page",
              icon: openIcon,
              onSelect: () => void window.open(link, "_blank", "noopener"),
            },
          ]
        : [];
      return [
        {
          name: `Edit ${name}`,
          label: "Edit",
          icon: editIcon,
          load: AppointmentTypeModal.load,
          onSelect: () => setOpen(type),
        },
        ...booking,
        {
          name: `Delete ${name}`,
          label: "Delete",
          icon: deleteIcon,
          danger: true,
          onSelect: () => remove(id, question),
        },
      ];
    },
    [remove],
  );

  return (
    <>
      <ScreenTitle>Appointment types</ScreenTitle>
      <DataTable
        title="Appointment types"
        description="What visitors can book, each by its own link."
        controls={<NewButton label="Add" onClick={create} load={AppointmentTypeModal.load} />}
        list={list}
        columns={appointmentTypeColumns}
        actions={actions}
        failure={error?.message ?? ""}
        empty={
          <Empty hint="Types you add get a link that you can hand out.">
            <Button variant="primary" onClick={create}>
              Add
            </Button>
          </Empty>
        }
      />
      <BookingRules />
      {open && (
        <AppointmentTypeModal type={open === "new" ? undefined : open} onClose={() => setOpen(null)} />
      )}
      {uncopied && (
        <LinkModal
          title={`Booking link of ${uncopied.name}`}
          description="Your browser did not let us copy it. Select it and copy it by hand."
          link={uncopied.appointmentBookingLink}
          onClose={() => setUncopied(null)}
        />
      )}
    </>
  );
}
