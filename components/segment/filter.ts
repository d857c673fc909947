import { type AnySort, type SegmentSubject, saleSorts, segmentSorts } from "#lib/contract/segment-terms.ts";
import { yearlyKeys } from "#lib/contract/yearly-fields.ts";
import type { Segment } from "./fields.ts";

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

const OWN: string[] = [...yearlyKeys, "spent"];

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
  const implied = asked.find(({ field, not }) => !not && OWN.includes(field))?.field;
  const following =
    implied && (implied === "spent" ? ("spent:desc" as const) : (`${implied}:asc` as AnySort));
  return where || sort ? { where: where || "[]", sort: sort ?? following ?? "createdAt:desc" } : undefined;
}
