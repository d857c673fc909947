import type { Condition, Segment } from "./fields.ts";

export function conditionPlaces(segment: Segment) {
  return segment.flatMap((conditions, group) => conditions.map((_, at) => ({ group, at })));
}

export function replaced(segment: Segment, group: number, at: number, next: Condition | null): Segment {
  return segment
    .map((conditions, i) =>
      i === group ? conditions.flatMap((one, j) => (j === at ? (next ?? []) : one)) : conditions,
    )
    .filter((conditions) => conditions.length > 0);
}

export function rejoined(segment: Segment, group: number, at: number): Segment {
  const conditions = segment[group] ?? [];
  if (at > 0) {
    return [
      ...segment.slice(0, group),
      conditions.slice(0, at),
      conditions.slice(at),
      ...segment.slice(group + 1),
    ];
  }
  return [
    ...segment.slice(0, group - 1),
    [...(segment[group - 1] ?? []), ...conditions],
    ...segment.slice(group + 1),
  ];
}

export function canAsk(condition: Condition): boolean {
  if (condition.field === "tags") return condition.tagIds?.length !== 0;
  if (condition.field === "own" && condition.optionIds?.length === 0) return false;
  if (condition.field === "category") return condition.categoryId !== "";
  return !("contains" in condition && condition.contains?.trim() === "");
}
