import { CircleAlert } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import type { ApiError } from "#lib/api/call.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";

/** Says that the events could not be read, above a calendar that keeps what it has. */
export function Unread({ error, busy, onRetry }: { error: ApiError; busy: boolean; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t bg-danger-soft px-4 py-2.5 text-danger"
    >
      <CircleAlert size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <p className="min-w-50 flex-1 font-medium">
        {error.message === UNEXPECTED ? "Failed to fetch appointments" : error.message}
      </p>
      <Button onClick={onRetry} busy={busy} className="text-foreground">
        Try again
      </Button>
    </div>
  );
}
