"use client";
import { Mail, NotebookText, Phone, User } from "lucide-react";
import type { ReactNode } from "react";
import { BookingState } from "#components/booking-state.tsx";
import { NearLink } from "#components/shell/near-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { useCan } from "#lib/api/use-can.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Booking } from "#lib/contract/bookings.ts";
import { mailLink, phoneLink } from "#lib/links.ts";
import { VisitActions } from "./visit-actions.tsx";

type Props = {
  id: string;
  onMove: (booking: Booking) => void;
  onDone: () => void;
  /** What can be done with any appointment. */
  children: ReactNode;
};

/** Who booked an appointment, what they wrote, and what staff can do about it. */
export function Visit({ id, onMove, onDone, children }: Props) {
  const can = useCan();
  const read = useRead("bookings.get", can("bookings.get") ? { params: { id } } : null);
  const { data: booking, error, isValidating } = read;
  return (
    <>
      {booking && <Facts booking={booking} />}
      {!booking && error && (
        <p role="alert" className="flex items-center gap-2 px-4 pb-3 text-danger">
          <span className="flex-1">Who booked could not be read.</span>
          <Button busy={isValidating} onClick={() => read.mutate()} className="text-foreground">
            Try again
          </Button>
        </p>
      )}
      <footer className="sticky bottom-0 flex flex-wrap gap-2 border-t bg-popover p-3 phone:*:flex-1">
        {children}
        {booking && <VisitActions booking={booking} onMove={() => onMove(booking)} onDone={onDone} />}
      </footer>
    </>
  );
}

function Facts({ booking }: { booking: Booking }) {
  const { name, contact, email, phoneNumber, note, status } = booking;
  return (
    <dl className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-3 gap-y-1.5 border-t px-4 py-3">
      <Fact icon={User} label="Visitor">
        <span className="flex flex-wrap items-center gap-x-2">
          {contact?.id ? (
            <NearLink
              href={`/dashboard/contacts/profile/${contact.id}`}
              className="link min-w-0 wrap-anywhere"
            >
              {name}
            </NearLink>
          ) : (
            <span className="min-w-0 wrap-anywhere">{name}</span>
          )}
          <BookingState state={status} />
        </span>
      </Fact>
      <Fact icon={Mail} label="Email">
        <a className="link wrap-anywhere" href={mailLink(email)}>
          {email}
        </a>
      </Fact>
      {phoneNumber && (
        <Fact icon={Phone} label="Phone number">
          <a className="link" href={phoneLink(phoneNumber)}>
            {phoneNumber}
          </a>
        </Fact>
      )}
      {note && (
        <Fact icon={NotebookText} label="Note">
          <LongText text={note} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ icon: Icon, label, children }: { icon: typeof User; label: string; children: ReactNode }) {
  return (
    <>
      <dt className="pt-0.5 text-muted-foreground">
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{label}</span>
      </dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
