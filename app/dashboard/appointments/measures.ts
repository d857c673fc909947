import { ROW_MINUTES } from "#lib/calendar/pieces.ts";

/** The height of a row of 15 minutes, in px. */
export const ROW = 40;
export const HOUR = (60 / ROW_MINUTES) * ROW;

/** Mid-morning, 9:00, where the hours open; in px. */
export const OPENING = 9 * HOUR;

/** A row of the strip above the hours, in px. */
export const STRIP_ROW = 26;

/** What covers the upper end of the hours, in px: the dates, and the strip where it has rows. */
export function headHeight(stripRows: number): number {
  return 57 + (stripRows > 0 ? 6 + stripRows * STRIP_ROW : 0);
}

export function toPixels(minutes: number): number {
  return (minutes / ROW_MINUTES) * ROW;
}
