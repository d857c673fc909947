/** A seeded generator (mulberry32), so that the demo store has the same data everywhere. */
export function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => {
    const [item] = items.slice(between(0, items.length - 1));
    if (item === undefined) throw new RangeError("Nothing to pick from");
    return item;
  };
  const chance = (probability: number) => next() < probability;
  return { between, pick, chance };
}

export type Random = ReturnType<typeof randomFrom>;
