import { useMemo } from "react";
import { useUrlState } from "#components/shell/use-search.ts";
import { useComplete } from "#lib/api/complete.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { AnySort, SegmentSubject } from "#lib/contract/segment-terms.ts";
import type { SavedSegment } from "#lib/contract/segments.ts";
import type { Segment } from "./fields.ts";
import { parseSegment, segmentFilter } from "./filter.ts";

const NONE: SavedSegment[] = [];

export function useSegment(of: SegmentSubject) {
  const [where, setWhere] = useUrlState("where");
  const [sorted, setSort] = useUrlState("sort");
  const [savedId, setSaved] = useUrlState("segment");
  const filter = useMemo(() => segmentFilter(of, where, sorted), [of, where, sorted]);
  const segment = useMemo(() => parseSegment(where), [where]);
  const sort = filter?.sort === sorted ? filter.sort : undefined;
  const complete = useComplete() ?? false;
  const { data = NONE } = useRead("segments.list", {});
  const all = useMemo(() => data.filter((one) => one.of === of), [data, of]);
  const saved = all.find(({ id }) => id === savedId);
  return {
    complete,
    of,
    where,
    segment,
    setSegment: (next: Segment) => setWhere(next.length > 0 ? JSON.stringify(next) : ""),
    filter: complete ? filter : undefined,
    sort,
    order: filter?.sort === "createdAt:desc" ? sort : filter?.sort,
    setSort: (next: AnySort | undefined) => setSort(next ?? ""),
    all,
    saved,
    isChanged: saved !== undefined && (saved.segment !== where || (saved.sort ?? undefined) !== sort),
    setSaved,
    open: (next: { segment: string; sort?: string | null; id?: string }) => {
      setWhere(next.segment);
      setSort(next.sort ?? "");
      setSaved(next.id ?? "");
    },
  };
}
