import "server-only";
import { segmentFilter } from "#components/segment/filter.ts";
import type { SegmentSubject } from "#lib/contract/segment-terms.ts";
import type { Entry, Visit } from "./visit.ts";

export async function readSegment(visit: Visit, of: SegmentSubject): Entry {
  const { searchParams } = visit.url;
  if (!(await visit.complete)) return visit.list(`${of}.list`);
  const filter = segmentFilter(of, searchParams.get("where"), searchParams.get("sort"));
  const more = of === "contacts" ? ({ with: "tags" } as const) : undefined;
  return filter ? visit.list(`${of}.segment`, { ...filter, ...more }) : visit.list(`${of}.list`, more);
}
