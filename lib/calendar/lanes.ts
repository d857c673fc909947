/** What takes room along the hours or days. */
export type Stretch = { from: number; to: number };

/** Stands in `lane` of `lanes`, counted from 0, and is `width` of them wide. */
export type Placed<S> = S & { lane: number; lanes: number; width: number };

/** Puts overlapping stretches side by side, so that no two intersect; what touches only end to end shares a lane. */
export function sideBySide<S extends Stretch>(stretches: readonly S[]): Placed<S>[] {
  const sorted = stretches.toSorted((a, b) => a.from - b.from || b.to - a.to);
  const placed: Placed<S>[] = [];
  let group: { stretch: S; lane: number }[] = [];
  // Where each lane of the group is taken up to.
  let ends: number[] = [];

  function finish() {
    for (const { stretch, lane } of group) {
      placed.push({
        ...stretch,
        lane,
        lanes: ends.length,
        width: freeLanes(stretch, lane, group, ends.length),
      });
    }
    group = [];
    ends = [];
  }

  for (const stretch of sorted) {
    if (ends.every((end) => end <= stretch.from)) finish();
    const free = ends.findIndex((end) => end <= stretch.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = stretch.to;
    group.push({ stretch, lane });
  }
  finish();
  return placed;
}

/** How many lanes, its own included, are free to the right all the while. */
function freeLanes(
  stretch: Stretch,
  lane: number,
  group: { stretch: Stretch; lane: number }[],
  lanes: number,
) {
  const taken = group
    .filter((other) => other.lane > lane && overlap(other.stretch, stretch))
    .map((other) => other.lane);
  return Math.min(lanes, ...taken) - lane;
}

function overlap(a: Stretch, b: Stretch): boolean {
  return a.from < b.to && b.from < a.to;
}
