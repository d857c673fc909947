"use client";
import { useSearchParams } from "next/navigation";
import { replaceUrl } from "#lib/layers.ts";
import { createStore } from "#lib/store.ts";

/**
 * What the address says of the appointment that is being made, so that the calendar shows it and can move it; `at` is an
 * instant, `minutes` how long it takes.
 */
const KEYS = ["new", "person", "at", "minutes", "contact"] as const;
export type Address = Partial<Record<(typeof KEYS)[number], string>>;

/** Whether something speaks against it: the calendar draws it as such. */
export const doubt = createStore(false);

/** Changes what the address says of it, "" for nothing, and nothing else. */
export function setAddress(changes: Address): void {
  const query = new URLSearchParams(window.location.search);
  for (const [key, value] of Object.entries(changes)) {
    if (value) query.set(key, value);
    else query.delete(key);
  }
  replaceUrl(`${window.location.pathname}${query.size > 0 ? `?${query}` : ""}`);
}

export function useAddress(): Address {
  const params = useSearchParams();
  return Object.fromEntries(KEYS.flatMap((key) => (params.get(key) ? [[key, params.get(key)]] : [])));
}
