import type { automations } from "../db/schema-mail.ts";

type Rule = typeof automations.$inferSelect;

/** A rule as it is answered. `condition` is a list, as SPEC.md calls it. */
export function answer({ triggerType, schedule, conditions, actionType, templateId, ...rule }: Rule) {
  const { id, name, isActive, pausedReason, nextRunAt, lastRunAt, version, createdAt, updatedAt } = rule;
  return {
    id,
    name,
    trigger: { type: triggerType, schedule },
    condition: conditions,
    action: { type: actionType, templateId },
    isActive,
    pausedReason,
    nextRunAt,
    lastRunAt,
    version,
    createdAt,
    updatedAt,
  };
}
