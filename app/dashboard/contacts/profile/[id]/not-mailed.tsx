"use client";
import { useState } from "react";
import { useMay, useMe, useWhomToAsk } from "#components/shell/use-me.ts";
import { warningAction } from "#components/shell/warning.tsx";
import { part } from "#components/ui/part.tsx";
import type { Suppression } from "#lib/contract/suppressions.ts";
import { suppressionWords } from "#lib/mails.ts";

const LiftModal = part(() => import("#components/lift-modal.tsx").then((module) => module.LiftModal));

/** What keeps the store's emails from a contact, and the way out for those who may. */
export function NotMailed({ suppressions }: { suppressions: Suppression[] }) {
  const { data: me } = useMe();
  const may = useMay()("suppressions.lift");
  const ask = useWhomToAsk(!may);
  const [lifting, setLifting] = useState<Suppression | null>(null);
  return (
    <div className="grid gap-2 text-sm">
      {suppressions.map((suppression) => {
        const canLift = may && suppression.reason !== "erased";
        const words = suppressionWords(suppression, me?.timezone);
        return (
          <p
            key={suppression.id}
            className="flex items-center gap-3 rounded-md bg-warning-soft px-3 py-2 text-warning"
          >
            <span className="min-w-0 flex-1 text-pretty wrap-anywhere">
              {may ? words : `${words} ${ask}`}
            </span>
            {canLift && (
              <button
                type="button"
                onClick={() => setLifting(suppression)}
                onPointerEnter={LiftModal.load}
                onFocus={LiftModal.load}
                className={`${warningAction} pointer-coarse:min-w-11 pointer-coarse:justify-center`}
              >
                Lift
              </button>
            )}
          </p>
        );
      })}
      {lifting && <LiftModal suppression={lifting} onClose={() => setLifting(null)} />}
    </div>
  );
}
