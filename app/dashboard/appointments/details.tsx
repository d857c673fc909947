import { createContext, type ReactNode, use, useMemo, useRef, useState } from "react";
import { part } from "#components/ui/part.tsx";
import type { Appointment } from "#lib/calendar/appointments.ts";
import type { Booking } from "#lib/contract/bookings.ts";
import { MoveDialog } from "./lazy-move-dialog.ts";

const DetailsCard = part(() => import("./details-card.tsx"), "DetailsCard", {
  without: ({ open }) => (open ? undefined : null),
});

const TextModal = part(() => import("#components/text-modal.tsx"), "TextModal");

type Shown = { key: string; anchor: HTMLElement; open: boolean };

type Show = (key: string, anchor: HTMLElement) => void;
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

// Delay before a preview, and time to move from the appointment to the card (ms).
const HOVER_MS = 350;
const GRACE = 150;

type Props = {
  appointments: readonly Appointment[];
  timezone: string;
  onMoved: (booking: string, startsAt: string) => void;
  children: ReactNode;
};

export function DetailsProvider({ appointments, timezone, onMoved, children }: Props) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [moving, setMoving] = useState<Booking | null>(null);
  const [texting, setTexting] = useState<string | null>(null);
  const timer = useRef(0);
  const quiet = useRef(false);

  const details = useMemo(() => {
    function after(wait: number, run: () => void) {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(run, wait);
    }
    const peek: Show = (key, anchor) => {
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
            focusQuietly(shown.anchor);
            setShown(null);
            setMoving(booking);
          }}
          onText={(contactId) => {
            focusQuietly(shown.anchor);
            setShown(null);
            setTexting(contactId);
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
      {texting && <TextModal contactId={texting} onClose={() => setTexting(null)} />}
    </DetailsContext>
  );
}
