"use client";
import type { ReactNode } from "react";
import type { Appointment } from "#lib/calendar/appointments.ts";
import { colorOf } from "#lib/text.ts";
import { useDetails } from "./details.tsx";

/** `label`: the appointment in full; its `children` may be cut off. */
type Props = { appointment: Appointment; label: string; className: string; children: ReactNode };

/** An appointment wherever the calendar shows it. A pointer or the focus brings up its card, a press opens it. */
export function AppointmentButton({ appointment, label, className, children }: Props) {
  const { approach, peek, leave, open } = useDetails();
  const { key } = appointment;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      data-booking={appointment.event.booking?.id}
      onPointerEnter={(event) => event.pointerType === "mouse" && approach(key, event.currentTarget)}
      onPointerLeave={leave}
      onFocus={({ currentTarget }) => currentTarget.matches(":focus-visible") && peek(key, currentTarget)}
      onBlur={leave}
      onClick={(event) => open(key, event.currentTarget)}
      className={className}
    >
      <span className="sr-only">{label}</span>
      <span aria-hidden="true" className="contents">
        {children}
      </span>
    </button>
  );
}

const colors = [
  "bg-(--ev-1) text-(--ev-1-foreground)",
  "bg-(--ev-2) text-(--ev-2-foreground)",
  "bg-(--ev-3) text-(--ev-3-foreground)",
  "bg-(--ev-4) text-(--ev-4-foreground)",
];

/** The same kind of appointment has the same colour, whoever comes: "Ring fitting · Amara Okafor". */
export function eventColor(title: string): string {
  return colors[colorOf(title.split(" · ")[0] ?? title) % colors.length] ?? "";
}
