import clsx from "clsx";
import { CalendarPlus, Clock, type LucideIcon, MapPin, Phone, User, Video } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "#components/ui/button.tsx";
import { momentIn } from "#lib/calendar/slot-days.ts";
import type { Place } from "#lib/contract/bookings.ts";
import { webLink } from "#lib/links.ts";

type Props = { startsAt: string | null; timezone: string; storeTimezone: string };

export function When({ startsAt, timezone, storeTimezone }: Props) {
  if (!startsAt) return null;
  const [theirs, ours] = [momentIn(timezone, startsAt), momentIn(storeTimezone, startsAt)];
  return (
    <>
      <p className="font-semibold text-lg">{theirs}</p>
      {ours !== theirs && <p>{ours} at the store</p>}
    </>
  );
}

type MeetingProps = {
  minutes?: number;
  person?: string | null | undefined;
  place?: Place | null | undefined;
  placeText?: string | null | undefined;
  className?: string;
};

export function Meeting({ minutes, person, place, placeText, className }: MeetingProps) {
  const { icon, text } = placeLine(place, placeText ?? "");
  if (!minutes && !person && !place) return null;
  return (
    <ul className={clsx("flex flex-wrap gap-x-5 gap-y-1 text-muted-foreground", className)}>
      {minutes !== undefined && <Line icon={Clock}>{lengthText(minutes)}</Line>}
      {person && <Line icon={User}>With {person}</Line>}
      {place && <Line icon={icon}>{text}</Line>}
    </ul>
  );
}

function lengthText(minutes: number): string {
  return minutes >= 120 ? `${minutes / 60} hours` : `${minutes} minutes`;
}

function placeLine(place: Place | null | undefined, said: string): { icon: LucideIcon; text: ReactNode } {
  if (place === "PHONE") return { icon: Phone, text: said ? `By phone: ${said}` : "By phone" };
  if (place !== "VIDEO") return { icon: MapPin, text: said || "At the store" };
  const link = webLink(said);
  const where = link ? (
    <a href={link} target="_top" rel="noreferrer" className="link wrap-anywhere">
      {said}
    </a>
  ) : (
    said
  );
  return { icon: Video, text: said ? <>Video call: {where}</> : "Video call" };
}

export function Line({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="wrap-anywhere min-w-0">{children}</span>
    </li>
  );
}

export function CalendarLink({ token }: { token: string | null | undefined }) {
  if (!token) return null;
  return (
    <a href={`/book/manage/${token}/appointment.ics`} target="_top" className={buttonClass()}>
      <CalendarPlus size={16} strokeWidth={1.75} />
      Add to calendar
    </a>
  );
}

export function BookAgain({ slug }: { slug: string | null | undefined }) {
  if (!slug) return null;
  return (
    <a href={`/book/${slug}`} className={buttonClass()}>
      Book another time
    </a>
  );
}
