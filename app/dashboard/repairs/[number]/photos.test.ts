import type { Repair } from "#lib/contract/repairs.ts";
import { beforeAndAfter, photosOfSteps } from "./photos.tsx";

const step = (state: Repair["state"], hour: number) => ({ state, at: `2026-11-20T${hour}:00:00Z` });
const photo = (id: string, hour: number) => ({
  id,
  at: `2026-11-20T${String(hour).padStart(2, "0")}:30:00Z`,
});
const pairOf = (steps: object[], photos: object[], state: Repair["state"] = "READY") => {
  const pair = beforeAndAfter({ state, steps, photos } as Repair);
  return pair && [pair.before.id, pair.after.id];
};

test("shows the first and newest photo of a ready piece", () => {
  const steps = [step("IN", 10), step("BENCH", 12), step("READY", 14)];
  const photos = [photo("a", 10), photo("b", 11), photo("c", 12), photo("d", 14)];
  expect(pairOf(steps, photos)).toEqual(["a", "d"]);
  expect(pairOf(steps, photos, "BENCH")).toBeNull();
  expect(pairOf(steps, photos.slice(0, 2))).toBeNull();
  expect(pairOf(steps, photos.slice(2))).toBeNull();
  expect(pairOf([step("IN", 10), step("READY", 14)], photos)).toBeNull();
});

test("places photos in the step in which they were added", () => {
  const steps = [step("IN", 10), step("BENCH", 12), step("READY", 14)];
  const photos = [photo("early", 9), photo("a", 10), photo("b", 12), photo("c", 14), photo("d", 14)];
  const placed = photosOfSteps({ steps, photos } as unknown as Repair);
  expect(placed.map((of) => of.map(({ id }) => id))).toEqual([["early", "a"], ["b"], ["c", "d"]]);
});
