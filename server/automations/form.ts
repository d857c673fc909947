import type { AutomationForm } from "#lib/contract/automations.ts";
import { conditionFields } from "#lib/contract/automations.ts";
import { isId } from "../db/id.ts";
import { HttpError, notFound } from "../errors.ts";
import { checkedSchedule } from "./schedule.ts";

export type Condition = AutomationForm["condition"][number];

const MOST_CONDITIONS = 20;
const MOST_DAYS = 3650;

/**
 * The columns of a rule, of a form that the contract has read: here stands what one field asks of another. Throws a
 * 400 with a sentence for the person who filled it in. That the template is the organization's, its foreign key tells.
 */
export function columnsOf({ name, trigger, condition, action }: AutomationForm) {
  if (condition.length > MOST_CONDITIONS) {
    throw new HttpError(400, `An automation has at most ${MOST_CONDITIONS} conditions.`);
  }
  if (!action.templateId) throw new HttpError(400, "Choose the template to send.");
  if (!isId(action.templateId)) throw notFound();
  return {
    name,
    triggerType: trigger.type,
    schedule: trigger.type === "TIME_BASED" ? scheduleOf(trigger.schedule) : null,
    conditions: condition.map(checked),
    actionType: action.type,
    templateId: action.templateId,
  };
}

function scheduleOf(sent: string | null | undefined): string {
  if (sent?.trim()) return checkedSchedule(sent);
  throw new HttpError(
    400,
    "A recurring automation needs a schedule, for example 0 9 * * * for daily at 9 AM.",
  );
}

function checked(condition: Condition): Condition {
  const { type, field, operation, unit } = condition;
  if (conditionFields[field] !== type) {
    throw new HttpError(400, `${field} is a ${conditionFields[field]} field.`);
  }
  return { type, field, operation, value: comparedValue(condition), unit: unit ?? null };
}

function comparedValue({ type, field, value }: Condition): string | number | null {
  const written = typeof value === "string" ? value.trim() : (value ?? "");
  if (type === "STRING") {
    if (written === "") throw new HttpError(400, `${field} needs a value to be compared with.`);
    return String(written);
  }
  if (type === "DATE" && written === "") return null;
  const number = written === "" ? Number.NaN : Number(written);
  if (type === "NUMERIC") {
    if (!Number.isFinite(number)) throw new HttpError(400, `${field} needs a number to be compared with.`);
    return number;
  }
  if (!Number.isInteger(number) || number < 0 || number > MOST_DAYS) {
    throw new HttpError(400, `The number of days must be a whole number from 0 to ${MOST_DAYS}.`);
  }
  return number;
}
