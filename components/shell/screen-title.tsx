"use client";
import { useMe } from "./use-me.ts";

/** The tab's title: screen, then store. */
export function ScreenTitle({ children }: { children: string }) {
  const { data: me } = useMe();
  return <title>{`${children} · ${me?.organizationName || "Loupe"}`}</title>;
}
