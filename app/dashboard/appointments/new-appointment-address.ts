"use client";
import { useSearchParams } from "next/navigation";
import { replaceQuery } from "#lib/layers.ts";
import { createStore } from "#lib/store.ts";

/** URL parameters of the draft. `at`: an instant. `minutes`: the length. `away`: the person who is away, on a saved day off until `until`. */
const KEYS = ["new", "person", "at", "minutes", "contact", "away", "until"] as const;
export type Address = Partial<Record<(typeof KEYS)[number], string>>;

export const doubt = createStore(false);

export function setAddress(changes: Address): void {
  replaceQuery(changes);
}

export function useAddress(): Address {
  const params = useSearchParams();
  return Object.fromEntries(KEYS.flatMap((key) => (params.get(key) ? [[key, params.get(key)]] : [])));
}
