"use client";
import { useCallback } from "react";
import { useSWRConfig } from "swr";
import { entity, type Name } from "#lib/contract/routes.ts";
import { refresh } from "./cache.ts";

/** Reads again whatever is on screen of the row's entity. */
export function useReload(name: Name): () => void {
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    () => refresh({ cache, mutate }, entity(name), "update", [entity(name)]),
    [cache, mutate, name],
  );
}
