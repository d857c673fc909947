import cronstrue from "cronstrue";

export function CronWords({ schedule, otherwise = schedule }: { schedule: string; otherwise?: string }) {
  return cronWords(schedule) ?? otherwise;
}

/** "0 9 * * *" → "Every day at 9:00 AM"; null without five parts. */
export function cronWords(schedule: string): string | null {
  if (schedule.trim().split(/\s+/).length !== 5) return null;
  try {
    return turned(cronstrue.toString(schedule.trim(), { verbose: true, trimHoursLeadingZero: true }));
  } catch {
    return null;
  }
}

/** "At 9:00 AM, only on Monday" → "On Monday at 9:00 AM"; "Every hour, every day" → "Every hour". */
function turned(text: string): string {
  const [, time, days] = /^At ([\d:APM, and]+), (\D.*)$/.exec(text) ?? [];
  if (!time || !days) return text.replace(/(, every (hour|day))+$/, "");
  const on = days.replaceAll("only ", "");
  return `${on.charAt(0).toUpperCase()}${on.slice(1)}${on.includes(",") ? "," : ""} at ${time}`;
}
