import { type AnySort, type SegmentSubject, saleSorts, segmentSorts } from "#lib/contract/segment-terms.ts";
import type { Segment } from "./fields.ts";

/** A segment as an address carries it; none where that is no list of lists of conditions. Free of schemas: the host has the last word. */
export function parseSegment(where: string | null): Segment {
  try {
    const read: unknown = JSON.parse(where || "[]");
    const isSegment =
      Array.isArray(read) &&
      read.every((group) => Array.isArray(group) && group.every((one) => typeof one?.field === "string"));
    return isSegment ? (read as Segment) : [];
  } catch {
    return [];
  }
}

// What has a column only where a segment asks about it, and an order only with its column.
const OWN = ["birthday", "anniversary", "spent"];

/** What an address asks of segments, as the list's filter; none where it asks for the list as it comes. */
export function segmentFilter(
  of: SegmentSubject,
  where: string | null,
  sorted: string | null,
): { where: string; sort: AnySort } | undefined {
  const asked = parseSegment(where).flat();
  const known: readonly AnySort[] = of === "sales" ? saleSorts : segmentSorts;
  const sort = known.find((one) => {
    const by = one.split(":")[0] ?? "";
    return one === sorted && (!OWN.includes(by) || asked.some(({ field }) => field === by));
  });
  return where || sort ? { where: where || "[]", sort: sort ?? "createdAt:desc" } : undefined;
}
