import { Mail, MessageCircleQuestion, NotebookText, Phone, User } from "lucide-react";
import type { ReactNode } from "react";
import { Answers } from "#components/answers.tsx";
import { BookingState } from "#components/booking-state.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { EmailText } from "#components/ui/email-text.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import type { Booking } from "#lib/contract/bookings.ts";
import { mailLink, phoneLink } from "#lib/links.ts";

export function Facts({ booking }: { booking: Booking }) {
  const { name, contact, email, phoneNumber, note, answers, status } = booking;
  return (
    <dl className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-3 gap-y-1.5 border-t px-4 py-3">
      <Fact icon={User} label="Visitor">
        <span className="flex flex-wrap items-center gap-x-2">
          {contact?.id ? (
            <PrefetchLink
              href={`/dashboard/contacts/profile/${contact.id}`}
              className="link min-w-0 wrap-anywhere"
            >
              {name}
            </PrefetchLink>
          ) : (
            <span className="min-w-0 wrap-anywhere">{name}</span>
          )}
          <BookingState state={status} />
        </span>
      </Fact>
      {email && (
        <Fact icon={Mail} label="Email">
          <a className="link wrap-anywhere" href={mailLink(email)}>
            <EmailText>{email}</EmailText>
          </a>
        </Fact>
      )}
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
      {answers.length > 0 && (
        <Fact icon={MessageCircleQuestion} label="Answers">
          <Answers answers={answers} />
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
