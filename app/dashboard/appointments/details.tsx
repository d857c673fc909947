"use client";
import { createContext, type ReactNode, use, useMemo, useRef, useState } from "react";
import { part } from "#components/ui/part.tsx";
import type { Appointment } from "#lib/calendar/appointments.ts";
import type { Booking } from "#lib/contract/bookings.ts";
import { MoveDialog } from "./lazy-move-dialog.ts";

const DetailsCard = part(() => import("./details-card.tsx").then((module) => module.DetailsCard), {
  // Nobody asked for a glance.
  without: ({ open }) => (open ? undefined : null),
});

/** The card of one appointment; `open`: pressed, so that it holds the focus. Otherwise it comes and goes by itself. */
type Shown = { key: string; anchor: HTMLElement; open: boolean };

type Show = (key: string, anchor: HTMLElement) => void;
/** `redrawn`: the appointment is another element now. */
type Details = { approach: Show; peek: Show; leave: () => void; open: Show; redrawn: Show };

const DetailsContext = createContext<Details>({
  approach() {},
  peek() {},
  leave() {},
  open() {},
  redrawn() {},
});

export function useDetails(): Details {
  return use(DetailsContext);
}

// A pointer on its way across the calendar brings nothing up, and may cross from the appointment to its card (ms).
const HOVER_MS = 350;
const GRACE = 150;

type Props = {
  appointments: readonly Appointment[];
  timezone: string;
  onMoved: (booking: string, startsAt: string) => void;
  children: ReactNode;
};

/** One card for all appointments below, which goes when its appointment does, and the dialog to move one. */
export function DetailsProvider({ appointments, timezone, onMoved, children }: Props) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [moving, setMoving] = useState<Booking | null>(null);
  const timer = useRef(0);
  const quiet = useRef(false);

  const details = useMemo(() => {
    function after(wait: number, run: () => void) {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(run, wait);
    }
    const peek: Show = (key, anchor) => {
      // Nothing comes up over what is being moved.
      if (quiet.current || document.querySelector("[data-lifted]")) return;
      window.clearTimeout(timer.current);
      setShown((before) => (before?.open ? before : { key, anchor, open: false }));
    };
    return {
      approach(key: string, anchor: HTMLElement) {
        DetailsCard.load();
        after(HOVER_MS, () => peek(key, anchor));
      },
      peek,
      leave: () => after(GRACE, () => setShown((before) => (before?.open ? before : null))),
      open(key: string, anchor: HTMLElement) {
        window.clearTimeout(timer.current);
        setShown((before) => (before?.open && before.anchor === anchor ? null : { key, anchor, open: true }));
      },
      redrawn(key: string, anchor: HTMLElement) {
        setShown((before) =>
          before?.key === key && !before.anchor.isConnected ? { ...before, anchor } : before,
        );
      },
    };
  }, []);

  /** Back on the appointment, the card that was just closed must not come up again. */
  function focusQuietly(anchor: HTMLElement) {
    quiet.current = true;
    anchor.focus();
    quiet.current = false;
  }

  const appointment = shown && appointments.find(({ key }) => key === shown.key);
  return (
    <DetailsContext value={details}>
      {children}
      {appointment && shown.anchor.isConnected && (
        <DetailsCard
          key={`${shown.key} ${shown.open}`}
          appointment={appointment}
          timezone={timezone}
          anchor={shown.anchor}
          open={shown.open}
          onStay={() => window.clearTimeout(timer.current)}
          onLeave={details.leave}
          onClose={() => setShown(null)}
          onReturnFocus={() => focusQuietly(shown.anchor)}
          onMove={(booking) => {
            // The dialog gives the focus back to where it is now.
            focusQuietly(shown.anchor);
            setShown(null);
            setMoving(booking);
          }}
        />
      )}
      {moving && (
        <MoveDialog
          booking={moving}
          timezone={timezone}
          onMoved={(startsAt) => {
            setMoving(null);
            onMoved(moving.id, startsAt);
          }}
          onClose={() => setMoving(null)}
        />
      )}
    </DetailsContext>
  );
}
