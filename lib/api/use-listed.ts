"use client";
import { useState } from "react";
import { useSWRConfig } from "swr";
import type { ListName } from "#lib/contract/contract.ts";
import { isListKey, type Page, type Row } from "./keys.ts";

/** A row that a list of this tab holds already: what its own screen can show until the host has answered. */
export function useListed<N extends ListName>(name: N, id: string): Row<N> | undefined {
  const { cache } = useSWRConfig();
  const [row] = useState(() => {
    for (const key of cache.keys()) {
      if (!isListKey(key) || !key.includes(`${name} `)) continue;
      const pages: Page<N>[] = cache.get(key)?.data ?? [];
      const found = pages.flatMap((page) => page?.rows ?? []).find((listed) => listed.id === id);
      if (found) return found;
    }
  });
  return row;
}
