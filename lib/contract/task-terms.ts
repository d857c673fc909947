import type { YearlyKey } from "./yearly-fields.ts";

/** How often a task repeats. WORKDAY: every day on which the store is open. */
export const repeats = ["NONE", "DAILY", "WORKDAY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
export type Repeat = (typeof repeats)[number];

export const taskKinds = ["TASK", "CALL"] as const;
export type TaskKind = (typeof taskKinds)[number];

/** Including items of *Today* that aren't tasks. */
export type StoredKind = TaskKind | YearlyKey | "appointment";

export type TaskSource = "person" | "note" | "automation";

/** Most open tasks, because the day is read as a whole. */
export const MOST_OPEN = 1000;

export const WHAT_MAX = 300;
export const DETAIL_MAX = 2000;
