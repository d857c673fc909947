import type { Day } from "./dates.ts";

const near = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });
// "Last year" would mean the calendar's.
const far = new Intl.RelativeTimeFormat("en-US");

/** "today", "yesterday", "3 days ago", "1 month ago", "2 years ago"; a day to come is called today. */
export function formatAgo(day: Day, today: Day): string {
  const months = (today.year - day.year) * 12 + today.month - day.month - (today.day < day.day ? 1 : 0);
  if (months >= 12) return far.format(-Math.round(months / 12), "year");
  if (months >= 1) return far.format(-months, "month");
  const utc = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day);
  const days = Math.max(0, Math.round((utc(today) - utc(day)) / 86_400_000));
  return days >= 7 ? far.format(-Math.floor(days / 7), "week") : near.format(-days, "day");
}
