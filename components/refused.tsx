import type { Refusal } from "#lib/api/refusal.ts";
import { Alert } from "./ui/alert.tsx";

type Props = { refusal: Refusal; hint?: string; onReload: () => void };

/** Why a form in the page was not saved; offers the other person's version where there is one. */
export function Refused({ refusal, hint, onReload }: Props) {
  return (
    <Alert>
      {refusal.text}
      {hint && <span className="block font-normal">{hint}</span>}
      {refusal.stale && (
        <>
          {" "}
          <button type="button" onClick={onReload} className="font-semibold underline underline-offset-3">
            Reload
          </button>
        </>
      )}
    </Alert>
  );
}
