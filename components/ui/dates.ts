import { createContext, useContext } from "react";

/** `weekStart`: 0 for Sunday. `timezone`: undefined until the person is known. */
export type Dates = { dayFirst: boolean; weekStart: number; timezone?: string | undefined };

export const AMERICAN: Dates = { dayFirst: false, weekStart: 0 };
export const DatesContext = createContext(AMERICAN);
export const useDates = () => useContext(DatesContext);
