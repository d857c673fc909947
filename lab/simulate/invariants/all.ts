import type { Invariant } from "./invariant.ts";
import { noOverlaps } from "./no-overlaps.ts";
import { noProblems } from "./no-problems.ts";
import { writtenOnce } from "./written-once.ts";

export const invariants: Invariant[] = [noProblems, noOverlaps, writtenOnce];
