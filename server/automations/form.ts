import type { AutomationForm } from "#lib/contract/automations.ts";
import { isId } from "#server/db/id.ts";
import { notFound } from "#server/errors.ts";
import { checkedSchedule } from "./schedule.ts";

export type Condition = AutomationForm["condition"][number];

/**
 * The columns of a rule, of a form that the contract has found complete. Throws a 400 for a schedule that is none.
 * Whether the template is the organization's, its foreign key tells.
 */
export function columnsOf({ name, trigger, condition, action }: AutomationForm) {
  const { type, schedule } = trigger;
  const { templateId = null } = action;
  if (templateId !== null && !isId(templateId)) throw notFound();
  return {
    name,
    triggerType: type,
    schedule: type === "TIME_BASED" ? checkedSchedule(schedule ?? "") : null,
    conditions: condition.map(stored),
    actionType: action.type,
    templateId,
  };
}

function stored({ type, field, operation, value, unit }: Condition): Condition {
  const written = String(value ?? "").trim();
  const read = type === "STRING" ? written : written === "" ? null : Number(written);
  return { type, field, operation, value: read, unit: unit ?? null };
}
