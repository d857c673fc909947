import { CircleOff } from "lucide-react";
import { ask, isRefused, pageNonce } from "../../book/ask.ts";
import { Unavailable } from "../../book/book-frame.tsx";
import { StoreFace } from "../../book/store-face.tsx";
import { RepairPage } from "./repair-page.tsx";

export const metadata = { title: "Your repair", referrer: "no-referrer", robots: { index: false } };

const PAGE = "grid gap-4 not-first:pt-5 phone:px-4 phone:pt-6 phone:pb-8";

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const repair = await ask("visitor.repair", { params: { token } });
  return (
    <main className="mx-auto w-full max-w-140 px-4 pt-6 pb-8 phone:flex phone:min-h-dvh phone:flex-col phone:p-0">
      {isRefused(repair) ? (
        <div className={PAGE}>
          {repair.isUnknown ? <Ended /> : <Unavailable why={repair.refused} path={`/r/${token}`} />}
        </div>
      ) : (
        <StoreFace
          face={repair.face}
          timezone={repair.storeTimezone}
          nonce={await pageNonce()}
          hasFoot={false}
        >
          <div className={PAGE}>
            <noscript>
              <p className="rounded-md bg-warning-soft px-3 py-2.5 font-medium text-warning">
                To answer here, turn on JavaScript. You can also call the store.
              </p>
            </noscript>
            <RepairPage first={repair} token={token} />
          </div>
        </StoreFace>
      )}
    </main>
  );
}

function Ended() {
  return (
    <section className="grid justify-items-center gap-1.5 rounded-xl border bg-card px-5 py-8 text-center shadow-1">
      <CircleOff size={20} className="text-muted-foreground" />
      <h1 className="mt-2">This link has ended</h1>
      <p className="text-muted-foreground">
        Repair pages close 30 days after pick-up. Please call the store if you have a question.
      </p>
    </section>
  );
}
