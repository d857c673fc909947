"use client";
import { useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { ApiError, call } from "#lib/api/call.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";

/** Asks once more: a link is opened by mistake, a button is not. */
export function Cancel({ token }: { token: string }) {
  const [state, setState] = useState<"asking" | "busy" | "cancelled">("asking");
  const [refused, setRefused] = useState<string | null>(null);

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

  if (state === "cancelled") {
    return (
      <p role="status" className="font-medium">
        Your appointment is cancelled. The store knows.
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      {refused && <Alert>{refused}</Alert>}
      <p>Do you want to cancel this appointment?</p>
      <Button variant="danger" className="justify-self-start" busy={state === "busy"} onClick={cancel}>
        Cancel appointment
      </Button>
    </div>
  );
}
