"use client";
import { useRead } from "#lib/api/use-read.ts";
import type { History } from "#lib/contract/automations.ts";
import type { Query } from "#lib/contract/contract.ts";

const OFTEN = 3_000;

/** A page of the automation's mails; read again and again while some of its mails are on their way. */
export function useMails(id: string, query: Query<"automations.mails">) {
  return useRead(
    "automations.mails",
    { params: { id }, query },
    { refreshInterval: (read?: History) => (read?.counts.queued || read?.counts.sending ? OFTEN : 0) },
  );
}
