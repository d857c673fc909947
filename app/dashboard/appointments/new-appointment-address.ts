"use client";
import { useSearchParams } from "next/navigation";
import { replaceUrl } from "#lib/layers.ts";
import { createStore } from "#lib/store.ts";

/** URL parameters of the draft appointment. `at` is an instant, `minutes` its length. */
const KEYS = ["new", "person", "at", "minutes", "contact"] as const;
export type Address = Partial<Record<(typeof KEYS)[number], string>>;

/** Whether the draft conflicts with something; the calendar marks it. */
export const doubt = createStore(false);

/** Changes only these parameters; "" removes one. */
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
