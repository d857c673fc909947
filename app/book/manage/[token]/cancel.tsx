"use client";
import clsx from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { ApiError, call } from "#lib/api/call.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import { BookAgain } from "../../book-again.tsx";

type Props = { token: string; slug: string | null | undefined; after?: ReactNode; children: ReactNode };

/**
 * Asks once more: a link is opened by mistake, a button is not. `children`: what else
 * can be done with it until then; `after`: what is said once it is cancelled.
 */
export function Cancel({ token, slug, after, children }: Props) {
  const [state, setState] = useState<"asking" | "busy" | "cancelled">("asking");
  const [refused, setRefused] = useState<string | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (state === "cancelled") status.current?.focus();
  }, [state]);

  async function cancel() {
    if (state === "busy") return;
    setState("busy");
    setRefused(null);
    try {
      await call("visitor.cancel", { params: { token } });
      setState("cancelled");
    } catch (error) {
      setRefused(error instanceof ApiError ? error.message : UNEXPECTED);
      setState("asking");
    }
  }

  return (
    <div className="grid justify-items-start gap-4">
      {refused && (
        <div className="w-full">
          <Alert>{refused}</Alert>
        </div>
      )}
      <p
        ref={status}
        role="status"
        tabIndex={-1}
        className={clsx(
          "outline-none",
          state === "cancelled" && "w-full rounded-lg bg-muted px-4 py-3 font-medium",
        )}
      >
        {state === "cancelled"
          ? "Your appointment is cancelled. The store knows."
          : "Do you want to cancel this appointment?"}
      </p>
      {state === "cancelled" ? (
        <>
          {after}
          <BookAgain slug={slug} />
        </>
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="danger" className="noscript:hidden" busy={state === "busy"} onClick={cancel}>
            Cancel appointment
          </Button>
          {children}
        </div>
      )}
    </div>
  );
}
