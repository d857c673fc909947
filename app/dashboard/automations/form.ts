import type { AutomationForm } from "#lib/contract/automations.ts";
import { type Condition, isBlank, type Rule, typeOf } from "./words.tsx";

export type Values = {
  name: string;
  trigger: { type: string; schedule: string; event: string | null };
  condition: ReturnType<typeof conditionValues>[];
  segment: string | null;
  action: {
    type: string;
    templateId: string | null;
    task: { what: string; owner: string; personId: string | null; days: string };
  };
};

export function valuesOf({
  name,
  trigger,
  condition,
  segment,
  action,
}: Rule & { name?: string } = {}): Values {
  return {
    name: name ?? "",
    trigger: {
      type: text(trigger?.type),
      schedule: text(trigger?.schedule),
      event: text(trigger?.event) || null,
    },
    condition: (condition ?? [{}]).map(conditionValues),
    segment: segment || null,
    action: {
      type: text(action?.type),
      templateId: text(action?.templateId) || null,
      task: {
        what: text(action?.task?.what),
        owner: text(action?.task?.owner) || "SELLER",
        personId: text(action?.task?.personId) || null,
        days: text(action?.task?.days ?? 0),
      },
    },
  };
}

function conditionValues({ type, field, operation, value, unit }: Condition) {
  return {
    type: text(type),
    field: text(field),
    operation: text(operation),
    value: text(value),
    unit: text(unit) || null,
  };
}

function text(value: string | number | null | undefined): string {
  return String(value ?? "");
}

/** Only visible fields. `withSegment`: the host knows segments and events. */
export function bodyOf(
  { name, trigger, condition, segment, action }: AutomationForm,
  withSegment: boolean | undefined,
): AutomationForm {
  return {
    name,
    trigger: {
      type: trigger.type,
      schedule: trigger.type === "TIME_BASED" ? (trigger.schedule?.trim() ?? null) : null,
      ...(withSegment && trigger.type === "EVENT_BASED" && { event: trigger.event ?? null }),
    },
    condition: condition.map((one) => ({
      ...one,
      value: isBlank(one.value)
        ? null
        : typeOf(one) === "STRING"
          ? text(one.value).trim()
          : Number(one.value),
      unit: typeOf(one) === "DATE" ? (one.unit ?? null) : null,
    })),
    ...(withSegment && { segment: segment || null }),
    action: {
      type: action.type,
      templateId: action.templateId ?? null,
      ...(action.type === "CREATE_TASK" && action.task && { task: taskOf(action.task) }),
    },
  };
}

function taskOf({ what, owner, personId, days }: NonNullable<AutomationForm["action"]["task"]>) {
  return { what, owner, personId: owner === "PERSON" ? personId : null, days: Number(days) };
}
