"use client";
import { Loading } from "./states.tsx";
import { useVisible } from "./use-visible.ts";

/** The end of a list that goes on: asks for more as soon as it is seen, and again once the list is no longer busy. */
export function EndOfList({
  loaded,
  busy,
  onReached,
}: {
  loaded: number;
  busy: boolean;
  onReached: () => void;
}) {
  const end = useVisible<HTMLDivElement>(onReached, busy ? "busy" : loaded);
  return (
    <div ref={end} className="border-t">
      <Loading label="Loading more…" />
    </div>
  );
}
