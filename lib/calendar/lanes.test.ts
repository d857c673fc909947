import { type Stretch, sideBySide } from "./pieces.ts";

const lanesOf = (...stretches: [number, number][]) =>
  sideBySide(stretches.map(([from, to]) => ({ from, to }))).map(({ from, to, lane, lanes, width }) => [
    from,
    to,
    lane,
    lanes,
    width,
  ]);

test("uses the full width for events that only touch", () => {
  expect(lanesOf([0, 30], [30, 60])).toEqual([
    [0, 30, 0, 1, 1],
    [30, 60, 0, 1, 1],
  ]);
});

test("puts longer events left, and reuses lanes", () => {
  expect(lanesOf([0, 30], [0, 90], [15, 45], [50, 90])).toEqual([
    [0, 90, 0, 3, 1],
    [0, 30, 1, 3, 1],
    [15, 45, 2, 3, 1],
    [50, 90, 1, 3, 2],
  ]);
});

function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

function randomDay(seed: number): Stretch[] {
  const random = numbers(seed);
  return Array.from({ length: random(25) }, () => {
    const from = random(95) * 15;
    return { from, to: from + 15 + random(12) * 15 };
  });
}

test("overlaps no events in a thousand random days", () => {
  for (let seed = 1; seed <= 1000; seed++) {
    const day = randomDay(seed);
    const placed = sideBySide(day);
    expect(placed).toHaveLength(day.length);
    const boxes = placed.map(({ from, to, lane, lanes, width }) => ({
      from,
      to,
      left: lane / lanes,
      right: (lane + width) / lanes,
    }));
    boxes.forEach((a, index) => {
      expect(a.left).toBeGreaterThanOrEqual(0);
      expect(a.right).toBeGreaterThan(a.left);
      expect(a.right).toBeLessThanOrEqual(1);
      for (const b of boxes.slice(index + 1)) {
        const sameTime = a.from < b.to && b.from < a.to;
        const sameRoom = a.left < b.right - 1e-9 && b.left < a.right - 1e-9;
        expect(sameTime && sameRoom).toBe(false);
      }
    });
  }
});

test("doesn't depend on the order of events", () => {
  for (let seed = 1; seed <= 50; seed++) {
    const day = randomDay(seed);
    expect(sideBySide(day.toReversed())).toEqual(sideBySide(day));
  }
});
