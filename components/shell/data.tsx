"use client";
import { type ReactNode, useEffect, useState } from "react";
import { SWRConfig } from "swr";
import type { ApiError } from "#lib/api/call.ts";
import { firstPageOf, isListKey } from "#lib/api/keys.ts";
import { failureText, listFailure } from "#lib/api/messages.ts";
import { forgetFresh, markFresh } from "#lib/api/use-read.ts";
import type { ListName } from "#lib/contract/contract.ts";
import { notify } from "#lib/notifications.ts";

/** The cache of one person in one tab, begun with what the server has read already. */
export function Data({ reads, children }: { reads: Record<string, unknown>; children: ReactNode }) {
  useState(() => typeof window !== "undefined" && !isKeptPage() && markFresh(Object.keys(reads)));
  useEffect(() => {
    const timer = setTimeout(forgetFresh, 1000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <SWRConfig
      value={{
        // A cache of its own: the module's global one would be shared between people on the server.
        provider: () => seed(reads),
        // What the host refused once it refuses again; only a host that was away may be back.
        shouldRetryOnError: (error: ApiError) => error.status >= 502,
        errorRetryCount: 3,
        onError: reportFailedList,
        onSuccess: (_, key) => failed.delete(key),
        keepPreviousData: true,
      }}
    >
      {children}
    </SWRConfig>
  );
}

/** What such a page came with may be older than what was kept of single reads since: they are read again. */
function isKeptPage(): boolean {
  return document.documentElement.dataset.kept !== undefined;
}

const failed = new Set<string>();

/** A list that cannot be read says so once, however often it is tried again; the list itself says it too. */
function reportFailedList(error: ApiError, key: string) {
  // Offline the frame says so, and what is on screen stays.
  if (!isListKey(key) || failed.has(key) || !navigator.onLine) return;
  failed.add(key);
  const name = firstPageOf(key).split(" ")[0] as ListName;
  notify({ type: "error", message: failureText(listFailure(name), error) });
}

/** What the server has read, as if it had been fetched here: rows change in place, and page 2 follows page 1. */
function seed(reads: Record<string, unknown>) {
  const cache = new Map<string, { data: unknown; _k: string }>();
  for (const [key, data] of Object.entries(reads)) {
    // SWR keeps the original key beside the data; mutate(filter) asks for it.
    cache.set(key, { data, _k: key });
    if (isListKey(key) && Array.isArray(data))
      cache.set(firstPageOf(key), { data: data[0], _k: firstPageOf(key) });
  }
  return cache;
}
