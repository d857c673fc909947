import { type ReactNode, useEffect, useRef } from "react";
import type { Appointment } from "#lib/calendar/appointments.ts";
import { BUSY, HELD } from "#lib/calendar/people.ts";
import { colorOf } from "#lib/text.ts";
import { useDetails } from "./details.tsx";

type Props = { appointment: Appointment; label: string; className: string; children: ReactNode };

export function AppointmentButton({ appointment, label, className, children }: Props) {
  const { approach, peek, leave, open, redrawn } = useDetails();
  const { key } = appointment;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (button.current) redrawn(key, button.current);
  }, [key, redrawn]);
  return (
    <button
      ref={button}
      type="button"
      aria-haspopup="dialog"
      data-booking={appointment.booking ?? undefined}
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

const colors: Record<string, string> = {
  "ev-1": "bg-(--ev-1) text-(--ev-1-foreground)",
  "ev-2": "bg-(--ev-2) text-(--ev-2-foreground)",
  "ev-3": "bg-(--ev-3) text-(--ev-3-foreground)",
  "ev-4": "bg-(--ev-4) text-(--ev-4-foreground)",
  "ev-5": "bg-(--ev-5) text-(--ev-5-foreground)",
  "ev-6": "bg-(--ev-6) text-(--ev-6-foreground)",
  "av-1": "av-1 bg-(--avatar) text-avatar",
  "av-2": "av-2 bg-(--avatar) text-avatar",
  "av-3": "av-3 bg-(--avatar) text-avatar",
  "av-4": "av-4 bg-(--avatar) text-avatar",
  "av-5": "av-5 bg-(--avatar) text-avatar",
  "av-6": "av-6 bg-(--avatar) text-avatar",
  [BUSY]: "bg-muted text-muted-foreground",
  [HELD]: "bg-card border-dashed! border-input! text-muted-foreground before:opacity-40!",
};
const OF_TITLES = 4;

/** Of the type, or of its name in a title such as "Ring fitting · Amara Okafor". */
export function eventColor({ title, of }: Pick<Appointment, "title" | "of">): string {
  const byTitle = `ev-${(colorOf(title.split(" · ")[0] ?? title) % OF_TITLES) + 1}`;
  return colorClass(of?.color ?? byTitle);
}

export function colorClass(color: string): string {
  return colors[color] ?? "";
}
