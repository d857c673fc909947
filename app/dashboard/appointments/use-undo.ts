"use client";
import { act } from "#lib/api/act.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { Notification } from "#lib/notifications.ts";

// So long after it was sent the host takes it back, and no mail of it leaves (ms).
const UNDO = 10_000;
// Of less it is too late to be asked for more: what is left is counted.
const LEAST_LEFT = 5000;

type Done = { booking: { id: string; version?: number | undefined }; sentAt: number; mails: boolean };

/** What a toast offers where an appointment was made or moved: to take it back, and to hold its mail meanwhile. */
export function useUndo() {
  const { act: undo } = useAct("bookings.undo");

  return ({ booking: { id, version = 0 }, sentAt, mails }: Done): NonNullable<Notification["undo"]> => {
    const input = { params: { id }, body: { version } };
    async function hold() {
      const askedAt = Date.now();
      const outcome = await act("bookings.hold", input);
      if (!outcome.ok || outcome.answer.left < LEAST_LEFT) return null;
      return askedAt + outcome.answer.left;
    }
    return {
      until: sentAt + UNDO,
      mails,
      run: () => void undo(input),
      hold,
    };
  };
}
