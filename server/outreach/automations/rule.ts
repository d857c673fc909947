import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { AutomationForm } from "#lib/contract/automations.ts";
import type { IncidentKind } from "#lib/contract/incidents.ts";
import type { Db } from "#server/platform/db/client.ts";
import { isId } from "#server/platform/db/id.ts";
import { type automations, incidents } from "#server/platform/db/schema-mail.ts";
import { notFound } from "#server/platform/errors.ts";
import { checkedSchedule } from "./schedule.ts";

export type Rule = typeof automations.$inferSelect;

const PAUSING: IncidentKind[] = ["mail", "account", "automationsPaused"];

/** Why no mail of the store's automations can leave now; null where they can. It ends by itself. */
export async function pausedBy(db: Db, organizationId: string): Promise<string | null> {
  const [open] = await db
    .select({ text: incidents.text })
    .from(incidents)
    .where(
      and(
        eq(incidents.organizationId, organizationId),
        inArray(incidents.kind, PAUSING),
        isNull(incidents.endedAt),
      ),
    )
    .orderBy(asc(incidents.beganAt))
    .limit(1);
  return open?.text ?? null;
}

/**
 * A rule as it is answered. `condition` is a list, as SPEC.md calls it. `pausedReason` is null where a person paused it;
 * one that the account's failure has paused goes on by itself.
 */
export function answer(
  { triggerType, schedule, conditions, segment, actionType, templateId, task, isActive, ...rule }: Rule,
  failing: string | null,
) {
  // Tasks need no account.
  const paused = actionType === "SEND_EMAIL" ? failing : null;
  const { id, name, nextRunAt, lastRunAt, version, createdAt, updatedAt } = rule;
  return {
    id,
    name,
    trigger: { type: triggerType, schedule },
    condition: conditions,
    segment,
    action: { type: actionType, templateId, ...(task && { task }) },
    isActive: isActive && paused === null,
    pausedReason: isActive ? paused : null,
    nextRunAt,
    lastRunAt,
    version,
    createdAt,
    updatedAt,
  };
}

export type Condition = AutomationForm["condition"][number];

/**
 * The columns of a rule, of a form that the contract has found complete. Throws a 400 for a schedule that is none.
 * Whether the template is the organization's, its foreign key tells.
 */
export function columnsOf({ name, trigger, condition, segment, action }: AutomationForm) {
  const { type, schedule } = trigger;
  const { templateId = null } = action;
  if (templateId !== null && !isId(templateId)) throw notFound();
  return {
    name,
    triggerType: type,
    schedule: type === "TIME_BASED" ? checkedSchedule(schedule ?? "") : null,
    conditions: condition.map(stored),
    // Who knows of no segments changes none; "[]" is everybody.
    ...(segment !== undefined && { segment: segment && segment !== "[]" ? segment : null }),
    actionType: action.type,
    templateId: action.type === "SEND_EMAIL" ? templateId : null,
    task: action.type === "CREATE_TASK" && action.task ? storedTask(action.task) : null,
  };
}

function storedTask({ what, owner, personId, days }: NonNullable<AutomationForm["action"]["task"]>) {
  return { what, owner, personId: owner === "PERSON" ? (personId ?? null) : null, days: Number(days) };
}

function stored({ type, field, operation, value, unit }: Condition): Condition {
  const written = String(value ?? "").trim();
  const read = type === "STRING" ? written : written === "" ? null : Number(written);
  return { type, field, operation, value: read, unit: unit ?? null };
}
