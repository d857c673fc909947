export type Whose = "mine" | "all";

/** The cookie of a user who wants to see everyone's day on Home. Its value is the user's id. */
export const WHOSE_COOKIE = "today_of_all";
