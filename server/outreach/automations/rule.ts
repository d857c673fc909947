import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { AutomationForm } from "#lib/contract/automations.ts";
import type { IncidentKind } from "#lib/contract/incidents.ts";
import type { MailState } from "#lib/contract/mails.ts";
import { countMails, selectMails, shownState } from "#server/connections/mail/mails.ts";
import type { Db } from "#server/platform/db/client.ts";
import { pick } from "#server/platform/db/columns.ts";
import { isId } from "#server/platform/db/id.ts";
import { owned } from "#server/platform/db/owned.ts";
import { type automations, incidents, mails } from "#server/platform/db/schema-mail.ts";
import { notFound } from "#server/platform/errors.ts";
import { checkedSchedule } from "./schedule.ts";

const PAGE = 50;

type Sender = { automationId: string } | { campaignId: string };
type Asked = { state?: MailState | undefined; before?: string | undefined };

export async function historyOf(db: Db, sender: Sender, { state, before }: Asked) {
  const of =
    "automationId" in sender
      ? eq(mails.automationId, sender.automationId)
      : eq(mails.campaignId, sender.campaignId);
  const page = await selectMails(db)
    .where(and(of, state && sql`${shownState} = ${state}`, before ? olderThan(before) : undefined))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(PAGE);
  return { counts: await countMails(db, of), mails: page };
}

function olderThan(id: string): SQL {
  return sql`(${mails.createdAt}, ${mails.id}) < (select cursor.created_at, cursor.id from ${owned(mails, "cursor")}
    where cursor.id = ${id})`;
}

export type Rule = typeof automations.$inferSelect;

const PAUSING: IncidentKind[] = ["mail", "account", "automationsPaused"];

/** Null if they can send. They resume automatically. */
export async function pausedBy(db: Db): Promise<string | null> {
  const [open] = await db
    .select({ text: incidents.text })
    .from(incidents)
    .where(and(inArray(incidents.kind, PAUSING), isNull(incidents.endedAt)))
    .orderBy(asc(incidents.beganAt))
    .limit(1);
  return open?.text ?? null;
}

/** `condition` is a list, as in SPEC.md. `pausedReason` is null for manual pauses; others end automatically. */
export function answer(rule: Rule, failing: string | null) {
  const { triggerType, schedule, event, conditions, actionType, templateId, task, isActive } = rule;
  const paused = actionType === "SEND_EMAIL" ? failing : null;
  return {
    ...pick(rule, "id", "name", "segment", "nextRunAt", "lastRunAt", "version", "createdAt", "updatedAt"),
    trigger: { type: triggerType, schedule, ...(event && { event }) },
    condition: conditions,
    action: { type: actionType, templateId, ...(task && { task }) },
    isActive: isActive && paused === null,
    pausedReason: isActive ? paused : null,
  };
}

export type Condition = AutomationForm["condition"][number];

/** Throws 400 for an invalid schedule. A foreign key checks the template. */
export function columnsOf({ name, trigger, condition, segment, action }: AutomationForm) {
  const { type, schedule, event } = trigger;
  const { templateId = null } = action;
  if (templateId !== null && !isId(templateId)) throw notFound();
  return {
    name,
    triggerType: type,
    schedule: type === "TIME_BASED" ? checkedSchedule(schedule ?? "") : null,
    conditions: condition.map(stored),
    // Clients that omit events and segments change none; "[]" means everyone.
    ...(type !== "EVENT_BASED" ? { event: null } : event !== undefined && { event }),
    ...(segment !== undefined && { segment: segment && segment !== "[]" ? segment : null }),
    actionType: action.type,
    templateId,
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
