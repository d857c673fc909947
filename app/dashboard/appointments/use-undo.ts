import { act } from "#lib/api/act.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { Notification } from "#lib/notifications.ts";

// Time to undo before email is sent (ms).
const UNDO = 10_000;
const LEAST_LEFT = 5000;

type Done = { booking: { id: string; version?: number | undefined }; sentAt: number; mails: boolean };

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
    return { until: sentAt + UNDO, mails, run: () => void undo(input), hold };
  };
}
