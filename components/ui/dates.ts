import { createContext, useContext } from "react";

/** `weekStart`: 0 for Sunday. */
export type Dates = { dayFirst: boolean; weekStart: number };

export const AMERICAN: Dates = { dayFirst: false, weekStart: 0 };
export const DatesContext = createContext(AMERICAN);
export const useDates = () => useContext(DatesContext);
