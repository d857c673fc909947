import type { Automation } from "#lib/contract/automations.ts";
import { formatMoment } from "#lib/dates.ts";

/** When it runs next, in the organization's time; "" where there is no telling. */
export function nextRun({ isActive, nextRunAt, trigger }: Automation, timezone?: string): string {
  if (!isActive) return "";
  if (trigger?.type === "EVENT_BASED") return "As soon as it happens";
  return formatMoment(nextRunAt, timezone);
}
