import { CalendarPlus } from "lucide-react";
import { buttonClass } from "#components/ui/button.tsx";

/** Opens in the device's own calendar; where the invitation has been accepted before, it is the same event. */
export function CalendarLink({ token }: { token: string | null | undefined }) {
  if (!token) return null;
  return (
    <a href={`/book/manage/${token}/appointment.ics`} target="_top" className={buttonClass()}>
      <CalendarPlus size={16} strokeWidth={1.75} aria-hidden="true" />
      Add to calendar
    </a>
  );
}
