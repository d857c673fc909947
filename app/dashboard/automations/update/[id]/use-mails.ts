"use client";
import { useRead } from "#lib/api/use-read.ts";
import type { History } from "#lib/contract/automations.ts";
import type { Query } from "#lib/contract/contract.ts";
import { isOnItsWay } from "#lib/mails.ts";

const OFTEN_MS = 3_000;
const SELDOM_MS = 60_000;

/** A page of the automation's mails; read again while some wait, often while one is about to leave. */
export function useMails(id: string, query: Query<"automations.mails">) {
  return useRead(
    "automations.mails",
    { params: { id }, query },
    // A function of its own for each render: SWR, once told "never", asks the same one no more.
    { refreshInterval: (read?: History) => againAfter(read), keepPreviousData: true },
  );
}

/** In milliseconds; 0 for never. */
function againAfter(read?: History): number {
  if (read?.counts.sending || read?.mails.some(isOnItsWay)) return OFTEN_MS;
  return read?.counts.queued ? SELDOM_MS : 0;
}
