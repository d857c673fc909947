import { CircleAlert } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import type { ApiError } from "#lib/api/call.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";

type UnreadProps = { error: ApiError; busy: boolean; areOursShown: boolean; onRetry: () => void };

/** Says that the events could not be read, above a calendar that keeps what it has. */
export function Unread({ error, busy, areOursShown, onRetry }: UnreadProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-danger-soft px-4 py-2.5 text-danger"
    >
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p className="min-w-50 flex-1 font-medium">
        {error.message === UNEXPECTED ? "Failed to fetch appointments" : error.message}
        {areOursShown && (
          <span className="block font-normal">
            Appointments that were booked here are shown; what else is in the calendar is not.
          </span>
        )}
      </p>
      <Button onClick={onRetry} busy={busy} className="text-foreground">
        Try again
      </Button>
    </div>
  );
}
