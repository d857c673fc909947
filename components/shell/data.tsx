"use client";
import { type ReactNode, useEffect, useState } from "react";
import { SWRConfig } from "swr";
import type { ApiError } from "#lib/api/call.ts";
import { forgetFresh, markFresh } from "#lib/api/fresh.ts";

/** The cache of one person in one tab, begun with what the server has read already. */
export function Data({ fallback, children }: { fallback: Record<string, unknown>; children: ReactNode }) {
  useState(() => typeof window !== "undefined" && markFresh(Object.keys(fallback)));
  useEffect(() => {
    const timer = setTimeout(forgetFresh, 1000);
    return () => clearTimeout(timer);
  }, []);
  return (
    <SWRConfig
      value={{
        // A cache of its own: the module's global one would be shared between people on the server.
        provider: () => new Map(),
        fallback,
        // What the host refused once it refuses again; only a host that was away may be back.
        shouldRetryOnError: (error: ApiError) => error.status >= 502,
        errorRetryCount: 3,
        keepPreviousData: true,
      }}
    >
      {children}
    </SWRConfig>
  );
}
