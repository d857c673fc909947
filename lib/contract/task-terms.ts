/** How often a task comes again. WORKDAY: every day on which the store is open. */
export const repeats = ["NONE", "DAILY", "WORKDAY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
export type Repeat = (typeof repeats)[number];

/** CALL: a customer is to be called. */
export const taskKinds = ["TASK", "CALL"] as const;
export type TaskKind = (typeof taskKinds)[number];

/** Also what is ticked on a day without being a task: a wish was given, somebody came. */
export type StoredKind = TaskKind | "birthday" | "anniversary" | "appointment";

export type TaskSource = "person" | "note" | "automation";

/** Nobody works through more, and the day is read whole. */
export const MOST_OPEN = 1000;

export const WHAT_MAX = 300;
export const DETAIL_MAX = 2000;
