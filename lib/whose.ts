/** Whose day Home shows. */
export type Whose = "mine" | "all";

/** The cookie that remembers who wants to see everyone's: it holds that person's id. */
export const WHOSE_COOKIE = "today_of_all";
