import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { captcha } from "#lib/env.ts";
import { ask, askedFrom, isRefused } from "../ask.ts";
import { AskTheStore, BookFrame, Unavailable } from "../book-frame.tsx";
import { Booking } from "../booking.tsx";

type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

const TITLE = "Book an appointment";

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug } = await params;
  const page = await readPage(slug);
  return { title: isRefused(page) ? TITLE : `${page.title} · ${page.store}`, robots: { index: false } };
}

/** Where a booking link leads. Nobody is signed in, and its times can be read without scripts. */
export default async function BookPage({ params, searchParams }: Props) {
  const { slug } = await params;
  const from = await askedFrom(searchParams);
  const [page, slots] = await Promise.all([
    readPage(slug),
    ask("visitor.slots", { params: { slug }, query: { from } }),
  ]);
  const path = `/book/${slug}`;
  if (isRefused(page)) {
    if (page.isUnknown) notFound();
    return (
      <BookFrame title={TITLE}>
        <Unavailable why={page.refused} path={path} />
      </BookFrame>
    );
  }
  const { store, email, title, minutes } = page;
  const length = minutes >= 120 ? `${minutes / 60} hours` : `${minutes} minutes`;
  return (
    <BookFrame store={store} title={title} about={length}>
      {isRefused(slots) ? (
        <Unavailable why={slots.refused} path={path} email={email} />
      ) : (
        <>
          <noscript>
            <div className="mb-5 rounded-md bg-warning-soft px-3 py-2.5">
              <p className="font-medium text-warning">
                Here you can see the free times. To book one, please turn JavaScript on.
              </p>
              <AskTheStore email={email} />
            </div>
          </noscript>
          <Booking key={from} slug={slug} first={slots} captcha={captcha()} />
        </>
      )}
    </BookFrame>
  );
}

const readPage = cache((slug: string) => ask("visitor.page", { params: { slug } }));
