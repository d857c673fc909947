import { CircleOff } from "lucide-react";
import { ask, isRefused, pageNonce } from "../../book/ask.ts";
import { Unavailable } from "../../book/book-frame.tsx";
import { BrandStyle, StoreBand, StoreFoot } from "../../book/store-face.tsx";
import { RepairPage } from "./repair-page.tsx";

export const metadata = { title: "Your repair", referrer: "no-referrer", robots: { index: false } };

/** Opening it changes nothing, because mail scanners open links. */
export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const repair = await ask("visitor.repair", { params: { token } });
  return (
    <main className="mx-auto grid w-full max-w-140 gap-4 px-4 pt-6 pb-8 phone:min-h-dvh phone:content-start">
      {!isRefused(repair) ? (
        <>
          <BrandStyle color={repair.face.color} nonce={await pageNonce()} />
          <div className="overflow-hidden rounded-xl">
            <StoreBand face={repair.face} timezone={repair.storeTimezone} />
          </div>
          <noscript>
            <p className="rounded-md bg-warning-soft px-3 py-2.5 font-medium text-warning">
              To answer here, turn on JavaScript. You can also call the store.
            </p>
          </noscript>
          <RepairPage first={repair} token={token} />
          <StoreFoot face={repair.face} timezone={repair.storeTimezone} />
        </>
      ) : repair.isUnknown ? (
        <section className="grid justify-items-center gap-1.5 rounded-xl border bg-card px-5 py-8 text-center shadow-1">
          <CircleOff size={20} className="text-muted-foreground" />
          <h1 className="mt-2">This link has ended</h1>
          <p className="text-muted-foreground">
            Repair pages close 30 days after pick-up. Please call the store if you have a question.
          </p>
        </section>
      ) : (
        <Unavailable why={repair.refused} path={`/r/${token}`} />
      )}
    </main>
  );
}
