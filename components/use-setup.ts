"use client";
import { useMay } from "#components/shell/use-me.ts";
import { useCan, useRead } from "#lib/api/use-read.ts";

/** How far the store's set-up is. `isOffered`: it is this person's, at a host that has one; undefined until that is known. */
export function useSetup() {
  const can = useCan()("setup.get");
  const may = useMay()("setup.get");
  const isOffered = can && may;
  return { isOffered, ...useRead("setup.get", isOffered ? {} : null) };
}
