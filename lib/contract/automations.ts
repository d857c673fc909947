import * as z from "zod/mini";
import { id, noNul, personName, text, when } from "./fields.ts";
import type { Schemas } from "./row.ts";

export const triggerTypes = ["TIME_BASED", "DATE_BASED", "EVENT_BASED"] as const;
export const conditionTypes = ["DATE", "NUMERIC", "STRING"] as const;
export const conditionFields = {
  "Contact.birthday": "DATE",
  "Contact.anniversary": "DATE",
  "Contact.lastContactedAt": "DATE",
  "Purchase.cost": "NUMERIC",
  "Contact.name": "STRING",
  "Contact.email": "STRING",
} as const;
export const operations = ["EQUALS", "GREATER_THAN", "LESS_THAN"] as const;
export const units = ["DAYS"] as const;
export const actionTypes = ["SEND_EMAIL"] as const;

const condition = z.object({ type: text, field: text, operation: text, value: text, unit: text });

export const automation = z.object({
  id,
  name: text,
  trigger: z.optional(z.nullable(z.object({ type: text, schedule: text }))),
  condition: z.catch(z.optional(z.nullable(z.array(condition))), []),
  action: z.optional(z.nullable(z.object({ type: text, templateId: text }))),
  createdAt: when,
  updatedAt: when,
});
export type Automation = z.infer<typeof automation>;

const fields = Object.keys(conditionFields) as [keyof typeof conditionFields];
const short = z.string().check(z.maxLength(200), noNul);

export const automationForm = z.object({
  name: personName("Name is required"),
  trigger: z.object({
    type: z.enum(triggerTypes, "Trigger type is required"),
    schedule: z.nullish(short),
  }),
  condition: z.array(
    z.object({
      type: z.enum(conditionTypes, "Condition type is required"),
      field: z.enum(fields, "Field is required"),
      operation: z.enum(operations, "Operation is required"),
      value: z.nullish(z.union([z.number(), short])),
      unit: z.nullish(z.enum(units)),
    }),
  ),
  action: z.object({
    type: z.enum(actionTypes, "Action type is required"),
    templateId: z.nullish(id),
  }),
});
export type AutomationForm = z.infer<typeof automationForm>;

export const automations = {
  "automations.list": { answer: z.array(automation) },
  "automations.triggers": { answer: z.array(z.unknown()) },
  "automations.create": { body: automationForm },
} satisfies Schemas;
