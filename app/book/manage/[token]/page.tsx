import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { Alert } from "#components/ui/alert.tsx";
import { addDays } from "#lib/calendar/days.ts";
import { clientAddress } from "#lib/client-address.ts";
import type { VisitorBooking } from "#lib/contract/bookings.ts";
import { HostError, hostCall } from "#lib/host.ts";
import { BookFrame } from "../../book-frame.tsx";
import { When } from "../../booked.tsx";

import { Cancel } from "./cancel.tsx";
import { Move } from "./move.tsx";

export const metadata = {
  title: "Your appointment",
  referrer: "no-referrer",
  robots: { index: false },
};

const DAYS = 28;

type Props = { params: Promise<{ token: string }> };

/** Where the links of a mail lead. Opening one changes nothing: mail scanners open them too. */
export default async function ManagePage({ params }: Props) {
  const { token } = await params;
  const forwardedFor = clientAddress((await headers()).get("x-forwarded-for"));
  const booking = await hostCall("visitor.booking", { params: { token }, forwardedFor }).catch(refusalOf);
  if ("message" in booking) {
    return (
      <BookFrame title="Your appointment">
        <Alert>{booking.message}</Alert>
      </BookFrame>
    );
  }
  const { store, title, slug, cancelToken, moveToken } = booking;
  return (
    <BookFrame store={store} title={title}>
      <div className="grid gap-5">
        <When booking={booking} />
        {cancelToken && <Cancel token={cancelToken} />}
        {moveToken && slug && <Choices token={moveToken} slug={slug} forwardedFor={forwardedFor} />}
        {!cancelToken && !(moveToken && slug) && <p>{whyNot(booking)}</p>}
        {booking.status === "CANCELLED" && slug && (
          <a className="link justify-self-start" href={`/book/${slug}`}>
            Book another time
          </a>
        )}
      </div>
    </BookFrame>
  );
}

type Moving = { token: string; slug: string; forwardedFor: string | undefined };

/** Starts with the store's today, and shows what may be chosen within the next weeks. */
async function Choices({ token, slug, forwardedFor }: Moving) {
  const page = await hostCall("visitor.page", { params: { slug }, forwardedFor }).catch(refusalOf);
  if ("message" in page) return <Alert>{page.message}</Alert>;
  const last = addDays(page.today, Math.floor(page.daysInAdvance));
  const to = [addDays(page.today, DAYS - 1), last].sort()[0] ?? last;
  const period = { from: page.today, to };
  const slots = await hostCall("visitor.slots", {
    params: { slug },
    query: { ...period, token },
    forwardedFor,
  }).catch(refusalOf);
  if ("message" in slots) return <Alert>{slots.message}</Alert>;
  return <Move token={token} slug={slug} first={slots} period={period} />;
}

function whyNot({ status, isOver, moveToken }: VisitorBooking): string {
  if (status === "CANCELLED") return "This appointment was cancelled.";
  if (isOver) return "This appointment is over.";
  if (moveToken) return "This kind of appointment is not offered any more. Please ask the store.";
  return "This appointment was changed since this link was sent. This is when it is now; please use the links in your latest mail.";
}

/** What the host says instead; a link that it did not write is not found. */
function refusalOf(error: unknown): { message: string } {
  if (!(error instanceof HostError)) throw error;
  if (error.status === 404) notFound();
  return { message: error.message };
}
