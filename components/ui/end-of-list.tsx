"use client";
import { Loading } from "./states.tsx";
import { useVisible } from "./use-visible.ts";

/** The end of a list that goes on: asks for more as soon as it is seen. */
export function EndOfList({ loaded, onReached }: { loaded: number; onReached: () => void }) {
  const end = useVisible<HTMLDivElement>(onReached, loaded);
  return (
    <div ref={end} className="border-t">
      <Loading label="Loading more…" />
    </div>
  );
}
