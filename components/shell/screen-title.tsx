"use client";
import { useMe } from "./use-me.ts";

export function ScreenTitle({ children }: { children: string }) {
  const { data: me } = useMe();
  return <title>{`${children} · ${me?.organizationName || "Loupe"}`}</title>;
}
