"use client";
import { type ReactNode, useEffect, useState } from "react";
import { SWRConfig } from "swr";
import type { ApiError } from "#lib/api/call.ts";
import { AskComplete } from "#lib/api/complete.tsx";
import { firstPageOf, isListKey } from "#lib/api/keys.ts";
import { failureText, listFailure } from "#lib/api/messages.ts";
import { forgetFresh, markFresh } from "#lib/api/use-read.ts";
import type { ListName } from "#lib/contract/contract.ts";
import { notify } from "#lib/notifications.ts";

/** Of one person in one tab, filled with what the server read. */
export function Data({ reads, children }: { reads: Record<string, unknown>; children: ReactNode }) {
  useState(() => typeof window !== "undefined" && !isKeptPage() && markFresh(Object.keys(reads)));
  useEffect(() => {
    const timer = setTimeout(forgetFresh, 1000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <SWRConfig
      value={{
        // The global cache would be shared between people on the server.
        provider: () => seed(reads),
        // Retries only while the host is unavailable.
        shouldRetryOnError: (error: ApiError) => error.status >= 502,
        errorRetryCount: 3,
        onError: reportFailedList,
        onSuccess: (_, key) => failed.delete(key),
        keepPreviousData: true,
      }}
    >
      <AskComplete>{children}</AskComplete>
    </SWRConfig>
  );
}

/** An offline page may be older than single cached reads, so it is read again. */
function isKeptPage(): boolean {
  return document.documentElement.dataset.kept !== undefined;
}

const failed = new Set<string>();

/** Once, however often it is retried. */
function reportFailedList(error: ApiError, key: string) {
  // While offline, the frame shows a notice and the screen stays.
  if (!isListKey(key) || failed.has(key) || !navigator.onLine) return;
  failed.add(key);
  const name = firstPageOf(key).split(" ")[0] as ListName;
  notify({ type: "error", message: failureText(listFailure(name), error) });
}

/** As if they were fetched here. */
function seed(reads: Record<string, unknown>) {
  const cache = new Map<string, { data: unknown; _k: string }>();
  for (const [key, data] of Object.entries(reads)) {
    // SWR keeps the original key beside the data, and mutate(filter) needs it.
    cache.set(key, { data, _k: key });
    if (isListKey(key) && Array.isArray(data))
      cache.set(firstPageOf(key), { data: data[0], _k: firstPageOf(key) });
  }
  return cache;
}
