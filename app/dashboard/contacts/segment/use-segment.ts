"use client";
import { useMemo } from "react";
import { useUrlState } from "#components/shell/use-search.ts";
import type { SegmentSort } from "#lib/contract/segment-terms.ts";
import type { Segment } from "#lib/contract/segments.ts";
import { parseSegment, segmentFilter } from "./filter.ts";

/** The chips over the list: questions that every store asks. */
export const quick = {
  birthday: JSON.stringify([[{ field: "birthday", month: 0 }]] satisfies Segment),
  unsold: JSON.stringify([[{ field: "sales", is: "atMost", count: 0 }]] satisfies Segment),
};

/** Whom the list shows and in which order, as the address says. What is no segment there is left to the host to refuse. */
export function useSegment() {
  const [where, setWhere] = useUrlState("where");
  const [sorted, setSort] = useUrlState("sort");
  const filter = useMemo(() => segmentFilter(where, sorted), [where, sorted]);
  const segment = useMemo(() => parseSegment(where), [where]);
  return {
    where,
    segment,
    setSegment: (next: Segment) => setWhere(next.length > 0 ? JSON.stringify(next) : ""),
    setWhere,
    /** Undefined where the list comes as it is. */
    filter,
    sort: filter?.sort === sorted ? filter.sort : undefined,
    setSort: (next: SegmentSort | undefined) => setSort(next ?? ""),
  };
}
