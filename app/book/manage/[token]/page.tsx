import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import type { VisitorBooking } from "#lib/contract/bookings.ts";
import { BookAgain, CalendarLink, Meeting, When } from "../../appointment-lines.tsx";
import { ask, askedFor, askedFrom, isRefused, pageNonce } from "../../ask.ts";
import { BookFrame, Unavailable } from "../../book-frame.tsx";
import { Cancel, Confirm, Move } from "./change.tsx";

export const metadata = { title: "Your appointment", referrer: "no-referrer", robots: { index: false } };

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const TIMEOUT = 8_000;

/** Opening it changes nothing, because mail scanners open links. */
export default async function ManagePage({ params, searchParams }: Props) {
  const { token } = await params;
  const from = await askedFrom(searchParams);
  const { day } = await askedFor(searchParams);
  const signal = AbortSignal.timeout(TIMEOUT);
  const booking = await ask("visitor.booking", { params: { token }, signal });
  if (isRefused(booking)) {
    if (booking.isUnknown) notFound();
    return (
      <BookFrame title="Your appointment">
        <Unavailable why={booking.refused} path={`/book/manage/${token}`} />
      </BookFrame>
    );
  }
  const {
    store,
    face,
    title,
    slug,
    startsAt,
    timezone,
    storeTimezone,
    cancelToken,
    moveToken,
    confirmToken,
  } = booking;
  const isComing = booking.status === "CONFIRMED" && !booking.isOver;
  const moving = moveToken && slug ? { token: moveToken, slug, from, day, startsAt, signal } : null;
  const summary = (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <div className={isComing ? undefined : "text-muted-foreground"}>
        <When startsAt={startsAt} timezone={timezone} storeTimezone={storeTimezone} />
        {isComing && <Meeting person={booking.person} place={booking.place} placeText={booking.placeText} />}
      </div>
      {isComing && !cancelToken && !confirmToken && <CalendarLink token={token} />}
    </div>
  );
  return (
    <BookFrame store={store} face={face} nonce={await pageNonce()} timezone={storeTimezone} title={title}>
      <div className="grid gap-5">
        {!moving && summary}
        {cancelToken && <NeedsScript verb="cancel" mailed={booking.mailed} />}
        {!cancelToken && confirmToken && <NeedsScript verb="confirm" mailed={booking.mailed} />}
        {!cancelToken && !confirmToken && moving && <NeedsScript verb="move" mailed={booking.mailed} />}
        {cancelToken && (
          <Cancel
            token={cancelToken}
            slug={slug}
            after={!booking.mailed && <p>You won’t get an email about this.</p>}
          >
            <CalendarLink token={token} />
          </Cancel>
        )}
        {moving && <OtherTimes {...moving} summary={summary} />}
        {confirmToken && (
          <Confirm token={confirmToken} isConfirmed={booking.isConfirmed}>
            <CalendarLink token={token} />
          </Confirm>
        )}
        {!cancelToken && !moving && !confirmToken && <Status booking={booking} />}
      </div>
    </BookFrame>
  );
}

function NeedsScript({ verb, mailed }: { verb: string; mailed: boolean }) {
  return (
    <noscript>
      <p className="rounded-md bg-warning-soft px-3 py-2.5 font-medium text-warning">
        To {verb} it here, turn on JavaScript. You can also{" "}
        {mailed ? "reply to the email that brought you here" : "contact the store"}.
      </p>
    </noscript>
  );
}

type Moving = {
  token: string;
  slug: string;
  from: string | undefined;
  day: string | undefined;
  startsAt: string | null;
  signal: AbortSignal;
  summary: ReactNode;
};

async function OtherTimes({ token, slug, from, day, startsAt, signal, summary }: Moving) {
  const slots = await ask("visitor.slots", { params: { slug }, query: { from, token }, signal });
  if (!isRefused(slots)) {
    return (
      <Move key={from} token={token} slug={slug} first={slots} asked={{ day }} startsAt={startsAt}>
        {summary}
      </Move>
    );
  }
  return (
    <>
      {summary}
      <Unavailable why={slots.refused} path={`/book/manage/${token}`} />
    </>
  );
}

function Status({ booking }: { booking: VisitorBooking }) {
  const { what, more } = statusText(booking);
  const isCancelled = booking.status === "CANCELLED";
  return (
    <div className="grid justify-items-start gap-4">
      <div className="w-full rounded-lg bg-muted px-4 py-3">
        <h2>{what}</h2>
        {more && <p className="mt-0.5 text-muted-foreground">{more}</p>}
      </div>
      {(isCancelled || booking.isOver) && <BookAgain slug={booking.slug} />}
    </div>
  );
}

function statusText({ status, isOver, isLate, moveToken, mailed }: VisitorBooking): {
  what: string;
  more?: string;
} {
  if (status === "CANCELLED") return { what: "This appointment was cancelled" };
  if (isOver) return { what: "This appointment is over" };
  if (isLate) {
    return {
      what: "It’s too late to change this appointment online",
      more: "If you can’t come, please contact the store.",
    };
  }
  if (moveToken) {
    return {
      what: "This appointment cannot be moved online",
      more: "The store no longer offers this appointment. Please contact the store.",
    };
  }
  return {
    what: "This link is out of date",
    more: `The current time is shown above. Please ${mailed ? "use the links in your latest email" : "contact the store"}.`,
  };
}
