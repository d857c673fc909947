import { CircleOff } from "lucide-react";
import { ask, isRefused } from "../../book/ask.ts";
import { Unavailable } from "../../book/book-frame.tsx";
import { DraftPhotos } from "./draft-photos.tsx";

export const metadata = { title: "Photos", referrer: "no-referrer", robots: { index: false } };

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const draft = await ask("visitor.draft", { params: { token } });
  return (
    <main className="mx-auto grid w-full max-w-140 content-start gap-4 px-4 pt-6 pb-8">
      {!isRefused(draft) ? (
        <DraftPhotos draft={draft} token={token} />
      ) : draft.isUnknown ? (
        <section className="grid justify-items-center gap-1.5 rounded-xl border bg-card px-5 py-8 text-center shadow-1">
          <CircleOff size={20} className="text-muted-foreground" />
          <h1 className="mt-2">This link has ended</h1>
          <p className="text-muted-foreground">Choose “Take with phone” again on the computer.</p>
        </section>
      ) : (
        <Unavailable why={draft.refused} path={`/p/${token}`} />
      )}
    </main>
  );
}
