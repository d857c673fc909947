/** Days that a schedule can run on, as the last three of cron's five parts. */
export const presets = [
  { label: "Every day", days: "* * *" },
  { label: "Weekdays", days: "* * 1-5" },
  { label: "Mondays", days: "* * 1" },
  { label: "First of the month", days: "1 * *" },
] as const;

/** SPEC.md's hint: daily at 9 AM. */
export const EXAMPLE = "0 9 * * *";

/** A schedule that runs at one time of its days: "0 9 * * 1" is { time: "09:00", days: "* * 1" }. Null for any other. */
export function readSchedule(schedule: string): { time: string; days: string } | null {
  const [, minute, hour, days] = /^(\d{1,2}) (\d{1,2}) (\S+ \S+ \S+)$/.exec(tidy(schedule)) ?? [];
  if (!minute || !hour || !days || Number(minute) > 59 || Number(hour) > 23) return null;
  return { time: `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`, days };
}

/** The other way round; `time` as <input type="time"> has it. */
export function writeSchedule({ time, days }: { time: string; days: string }): string {
  const [hour, minute] = time.split(":");
  return `${Number(minute)} ${Number(hour)} ${days}`;
}

function tidy(schedule: string): string {
  return schedule.trim().replace(/\s+/g, " ");
}
