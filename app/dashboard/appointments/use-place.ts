"use client";
import { useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { type Place, readPlace, views } from "#lib/calendar/period.ts";

/** View and day, which live in the URL alone. Back leads from one view to the one before, not through every step. */
export function usePlace(): [Place, (next: Place) => void] {
  const params = useSearchParams();
  const place = useMemo(() => readPlace(new URLSearchParams(params)), [params]);
  const go = useCallback((next: Place) => {
    const query = new URLSearchParams(window.location.search);
    const change = readPlace(query).view === next.view ? "replaceState" : "pushState";
    for (const view of views) query.delete(view);
    if (next.view !== "week" || next.date) query.set(next.view, next.date ?? "");
    window.history[change](null, "", `${window.location.pathname}${query.size > 0 ? `?${query}` : ""}`);
  }, []);
  return [place, go];
}
