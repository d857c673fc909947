import type { RepairState } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { repairStops } from "./way.ts";

function repairWith(states: RepairState[], approved: Repair["approved"] = null): Repair {
  const steps = states.map((state, i) => ({ state, at: `2025-11-0${i + 2}T10:00:00.000Z`, by: "Tom Finch" }));
  const prices = { total: 85, estimate: "FIXED" };
  return { state: states.at(-1), steps, approved, ...prices, promisedDay: "2025-11-27" } as Repair;
}

const shown = (repair: Repair) =>
  repairStops(repair, "UTC").map(({ state, word, is, when }) => [word ?? state, is, when].join(" ").trim());

test("shows when states were reached and the promised day", () => {
  expect(shown(repairWith(["IN", "BENCH"]))).toEqual([
    "IN done Nov 2, 2025",
    "WAITING skipped",
    "BENCH current Nov 3, 2025",
    "READY ahead by Thu, Nov 27, 2025",
    "HANDED_OVER ahead",
  ]);
});

test("adds Away, Returned and the day of the approval", () => {
  const approved = { total: 85, at: "2025-11-03T18:00:00.000Z" };
  expect(shown(repairWith(["IN", "WAITING", "AWAY", "RETURNED"], approved))).toEqual([
    "IN done Nov 2, 2025",
    "Approved done Nov 3, 2025",
    "BENCH skipped",
    "AWAY done Nov 4, 2025",
    "READY skipped",
    "RETURNED current Nov 5, 2025",
  ]);
});

test("takes back the approval of a lower estimate", () => {
  const approved = { total: 80, at: "2025-11-03T18:00:00.000Z" };
  expect(shown(repairWith(["IN", "WAITING", "BENCH"], approved))[1]).toBe("WAITING done Nov 3, 2025");
});

test("counts states that a piece left as ahead", () => {
  expect(shown(repairWith(["IN", "BENCH", "READY", "BENCH"])).slice(2)).toEqual([
    "BENCH current Nov 5, 2025",
    "READY ahead by Thu, Nov 27, 2025",
    "HANDED_OVER ahead",
  ]);
});
