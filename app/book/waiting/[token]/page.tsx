import { notFound } from "next/navigation";
import { ask, isRefused, pageNonce } from "../../ask.ts";
import { BookFrame, Unavailable } from "../../book-frame.tsx";
import { Waiting } from "./waiting.tsx";

export const metadata = { title: "Waiting list", referrer: "no-referrer", robots: { index: false } };

export default async function WaitingPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const entry = await ask("visitor.waiting", { params: { token } });
  if (isRefused(entry)) {
    if (entry.isUnknown) notFound();
    return (
      <BookFrame title="Waiting list">
        <Unavailable why={entry.refused} path={`/book/waiting/${token}`} />
      </BookFrame>
    );
  }
  const { face, ...first } = entry;
  return (
    <BookFrame
      store={entry.store}
      face={face}
      nonce={await pageNonce()}
      timezone={entry.storeTimezone}
      title={entry.title}
    >
      <div className="grid gap-5">
        <noscript>
          <p className="rounded-md bg-warning-soft px-3 py-2.5 font-medium text-warning">
            To answer here, turn on JavaScript. You can also reply to the email that brought you here.
          </p>
        </noscript>
        <Waiting first={first} />
      </div>
    </BookFrame>
  );
}
