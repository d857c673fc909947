"use client";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useCan } from "#lib/api/use-can.ts";
import type { Booking } from "#lib/contract/bookings.ts";
import { MoveDialog } from "./details.tsx";

type Props = { booking: Booking; onMove: () => void; onDone: () => void };

/** A confirmed booking can be moved and cancelled until it begins; then who did not come can be marked. */
export function VisitActions({ booking, onMove, onDone }: Props) {
  const can = useCan();
  const { data: me } = useMe();
  const cancel = useAct("bookings.cancel");
  const miss = useAct("bookings.markNoShow");
  const { id, name, status, startsAt } = booking;
  if (status !== "CONFIRMED") return null;

  async function askToCancel() {
    const question = {
      title: "Cancel this appointment?",
      text: me?.keepsMail
        ? `The time is free again. No email leaves this store: please tell ${name} yourself.`
        : `${name} is told by email, and the time is free again.`,
      verb: "Cancel appointment",
      cancel: "Keep it",
    };
    if ((await confirm(question)) && (await cancel.act({ params: { id } })).ok) onDone();
  }

  async function markNoShow() {
    if ((await miss.act({ params: { id } })).ok) onDone();
  }

  if (Date.parse(startsAt ?? "") <= Date.now()) {
    return can("bookings.markNoShow") ? (
      <Button busy={miss.pending} onClick={markNoShow}>
        No-show
      </Button>
    ) : null;
  }
  return (
    <>
      {can("bookings.move") && can("bookings.slots") && (
        <Button onClick={onMove} onPointerEnter={MoveDialog.load} onFocus={MoveDialog.load}>
          Move
        </Button>
      )}
      {can("bookings.cancel") && (
        <Button busy={cancel.pending} onClick={askToCancel}>
          Cancel appointment
        </Button>
      )}
    </>
  );
}
