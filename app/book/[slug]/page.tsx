import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { captcha } from "#lib/env.ts";
import { addDays } from "#lib/time/days.ts";
import { Meeting } from "../appointment-lines.tsx";
import { ask, askedFor, askedFrom, isRefused, pageNonce } from "../ask.ts";
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

export default async function BookPage({ params, searchParams }: Props) {
  const { slug } = await params;
  const asked = await askedFor(searchParams);
  // An unknown person must not delay the page.
  if (asked.person && !(await mayChoose(slug, asked.person))) delete asked.person;
  const from = (await askedFrom(searchParams)) ?? laterThanShown(asked.day);
  const [page, slots] = await Promise.all([
    readPage(slug),
    ask("visitor.slots", { params: { slug }, query: { from, person: asked.person } }),
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
  const { store, face, timezone, email, title, minutes, place, placeText, people, questions } = page;
  const about = <Meeting {...{ minutes, place, placeText }} className="min-[56.25rem]:grid" />;
  return (
    <BookFrame
      store={store}
      face={face}
      nonce={await pageNonce()}
      timezone={timezone}
      title={title}
      about={about}
      panes={!isRefused(slots)}
    >
      {isRefused(slots) ? (
        <Unavailable why={slots.refused} path={path} email={email} />
      ) : (
        <Booking
          key={from}
          {...{ slug, first: slots, captcha: captcha(), asked, people: people ?? [], questions }}
          waitFor={page.hasWaitingList ? title : null}
        >
          <noscript>
            <div className="rounded-md bg-warning-soft px-3 py-2.5">
              <p className="font-medium text-warning">
                These are the free times. To book one, turn on JavaScript.
              </p>
              <AskTheStore email={email} />
            </div>
          </noscript>
        </Booking>
      )}
    </BookFrame>
  );
}

async function mayChoose(slug: string, person: string): Promise<boolean> {
  const page = await readPage(slug);
  return !isRefused(page) && Boolean(page.people?.some(({ id }) => id === person));
}

// Two weeks are visible at once, in any timezone.
const SURELY_SHOWN = 12;

function laterThanShown(day: string | undefined): string | undefined {
  const today = new Date().toISOString().slice(0, 10);
  return day && day > addDays(today, SURELY_SHOWN) ? day : undefined;
}

const readPage = cache((slug: string) => ask("visitor.page", { params: { slug } }));
