import { outgoingOf } from "#server/connections/mail/transport.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { Host } from "#server/platform/handler.ts";
import { bookingToken, type Purpose } from "#server/platform/secrets/tokens.ts";
import { type AppointmentType, type Booking, firstNameOf, lastChange, type Store } from "./store.ts";
import { hasPhone } from "./visitor-contact.ts";

export type Placed = { booking: Booking; person: string | null };

export async function placed(db: Db, booking: Booking): Promise<Placed> {
  return { booking, person: await firstNameOf(db, booking) };
}

type Of = Placed & { store: Store; slug: string | null; type: AppointmentType | null };

/** `purposes`: what the caller may do with it. */
export function answer(host: Host, { store, booking, slug, type, person }: Of, purposes: Purpose[]) {
  const isOver = booking.startsAt <= host.clock();
  const isLate = lastChange(booking, type) < host.clock();
  const isComing = booking.status === "CONFIRMED" && !isOver;
  const token = (purpose: Purpose) =>
    purposes.includes(purpose) && isComing && (purpose === "confirm" || !isLate)
      ? bookingToken(host.secret, purpose, booking)
      : null;
  const moveToken = token("move");
  return {
    store: store.name,
    title: booking.title,
    name: booking.name,
    ...{ startsAt: booking.startsAt, endsAt: booking.endsAt, timezone: booking.timezone },
    storeTimezone: store.timezone,
    status: booking.status,
    person,
    place: type?.place ?? null,
    placeText: type?.placeText ?? null,
    slug: type?.isHidden && !moveToken ? null : slug,
    cancelToken: token("cancel"),
    moveToken,
    confirmToken: token("confirm"),
    isConfirmed: booking.confirmedAt !== null,
    isLate: isComing && isLate,
    isOver,
    mailed: isMailed(host, store),
    hasPhone: hasPhone(booking),
  };
}

/** A mailbox that is refused may be repaired too late. */
export function isMailed(host: Host, store: Store): boolean {
  return outgoingOf(host, store) === "sent";
}
