import type { YearlyKey } from "./yearly-fields.ts";

/** WORKDAY: every day on which the store is open. */
export const repeats = ["NONE", "DAILY", "WORKDAY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
export type Repeat = (typeof repeats)[number];

export const taskKinds = ["TASK", "CALL"] as const;
export type TaskKind = (typeof taskKinds)[number];

/** Items of *Today* that aren't tasks included. */
export type StoredKind = TaskKind | YearlyKey | "appointment";

export type TaskSource = "person" | "note" | "automation" | "sale";

/** *Today* reads all of them. */
export const MOST_OPEN = 1000;

export const WHAT_MAX = 300;
export const DETAIL_MAX = 2000;
