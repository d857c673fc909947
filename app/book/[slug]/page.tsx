import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { addDays } from "#lib/calendar/days.ts";
import { clientAddress } from "#lib/client-address.ts";
import { HostError, hostCall } from "#lib/host.ts";
import { BookFrame } from "../book-frame.tsx";
import { Booking } from "../booking.tsx";

const DAYS = 14;

type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug } = await params;
  const page = await readPage(slug).catch(() => null);
  return { title: page ? `${page.title} · ${page.store}` : "Book an appointment", robots: { index: false } };
}

/** Where a booking link leads. Nobody is signed in, and its times can be read without scripts. */
export default async function BookPage({ params, searchParams }: Props) {
  const { slug } = await params;
  const { from: asked } = await searchParams;
  const page = await readPage(slug).catch(refusalOf);
  if ("message" in page) {
    return (
      <BookFrame title="Book an appointment">
        <Alert>{page.message}</Alert>
      </BookFrame>
    );
  }
  const last = addDays(page.today, Math.floor(page.daysInAdvance));
  const isDay = typeof asked === "string" && /^\d{4}-\d\d-\d\d$/.test(asked);
  const from = isDay && asked > page.today && asked <= last ? asked : page.today;
  const to = [addDays(from, DAYS - 1), last].sort()[0] ?? last;
  const forwardedFor = await address();
  const slots = await hostCall("visitor.slots", {
    params: { slug },
    query: { from, to },
    forwardedFor,
  }).catch(refusalOf);
  const length = page.minutes >= 120 ? `${page.minutes / 60} hours` : `${page.minutes} minutes`;
  return (
    <BookFrame store={page.store} title={page.title} about={length}>
      {"message" in slots ? (
        <Alert>{slots.message}</Alert>
      ) : (
        <Booking
          key={from}
          slug={slug}
          first={slots}
          period={{ from, to }}
          later={to < last ? addDays(to, 1) : null}
        />
      )}
    </BookFrame>
  );
}

const readPage = cache(async (slug: string) =>
  hostCall("visitor.page", { params: { slug }, forwardedFor: await address() }),
);

async function address() {
  return clientAddress((await headers()).get("x-forwarded-for"));
}

/** What the host says instead; a link of no type is not found. */
function refusalOf(error: unknown): { message: string } {
  if (!(error instanceof HostError)) throw error;
  if (error.status === 404) notFound();
  return { message: error.message };
}
