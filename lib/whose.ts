export type Whose = "mine" | "all";

/** Set by users who want to see everyone's day on Home; its value is the user's id. */
export const WHOSE_COOKIE = "today_of_all";
