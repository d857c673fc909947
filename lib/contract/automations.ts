import * as z from "zod/mini";
import {
  actionTypes,
  automationEvents,
  conditionFields,
  conditionTypes,
  MAX_DAYS,
  MAX_DUE_DAYS,
  operations,
  taskOwners,
  triggerTypes,
  units,
} from "./automation-terms.ts";
import * as f from "./fields.ts";
import { mail, mailStates } from "./mails.ts";
import { placeholderNames } from "./placeholders.ts";
import type { Schemas } from "./row.ts";
import { segmentText } from "./segments.ts";
import { WHAT_MAX } from "./task-terms.ts";
import { isUnclosed, unknownNames } from "./tokens.ts";
import { ours, type Read, tolerant, type Written } from "./tolerant.ts";

const fields = Object.keys(conditionFields) as [keyof typeof conditionFields];

// Text, because other hosts may have other conditions.
const condition = z.object({
  type: tolerant(z.enum(conditionTypes), f.readText),
  field: tolerant(z.enum(fields), f.readText),
  operation: tolerant(z.enum(operations), f.readText),
  value: tolerant(z.optional(z.nullable(z.union([z.string(), z.number()]))), f.readText),
  unit: tolerant(z.optional(z.nullable(z.enum(units))), f.readText),
});

const madeTask = z.object({
  what: f.text,
  owner: z.enum(taskOwners),
  personId: f.textOrNull,
  days: z.number(),
});
export type MadeTask = Written<typeof madeTask>;

export const automation = z.object({
  id: f.id,
  name: f.text,
  trigger: ours(
    z.object({
      type: tolerant(z.enum(triggerTypes), f.readText),
      schedule: f.textOrNull,
      event: tolerant(z.optional(z.enum(automationEvents)), f.readText),
    }),
  ),
  condition: z.array(condition),
  segment: f.textOrNull,
  action: ours(
    z.object({
      type: tolerant(z.enum(actionTypes), f.readText),
      templateId: f.textOrNull,
      task: z.optional(z.nullable(madeTask)),
    }),
  ),
  createdAt: f.when,
  updatedAt: f.when,
  isActive: ours(z.boolean()),
  pausedReason: f.textOrNull,
  nextRunAt: z.nullable(f.when),
  lastRunAt: z.nullable(f.when),
  version: f.version,
});
export type Automation = Read<typeof automation>;

const short = z.string().check(f.atMost(200), f.noNul);

function fits<T>(key: string, wrong: (value: T) => string) {
  return z.check<T>(({ value, issues }) => {
    const message = wrong(value);
    if (message) issues.push({ code: "custom", path: key.split("."), message, input: value });
  });
}

/** The kind of action decides what is required. */
const taskFields = z.object({
  what: z.string().check(f.atMost(WHAT_MAX, `At most ${WHAT_MAX} characters`), f.noNul, f.oneLine),
  owner: z.enum(taskOwners),
  personId: z.nullish(f.someId),
  days: z.union([z.number(), short]),
});

type Action = { type: string; templateId?: string | null; task?: z.infer<typeof taskFields> | null };

function ofTask(key: string, wrong: (task: z.infer<typeof taskFields>) => string) {
  return fits(`task.${key}`, ({ type, task }: Action) => (type === "CREATE_TASK" && task ? wrong(task) : ""));
}

function wrongWhat(what: string): string {
  if (!what) return "Task is required";
  if (isUnclosed(what)) return "A placeholder is not closed";
  const [unknown] = unknownNames(what, placeholderNames);
  return unknown === undefined ? "" : `There is no placeholder {{${unknown}}}`;
}

function wrongDays(written: string | number): string {
  const days = Number(String(written).trim() || Number.NaN);
  return Number.isInteger(days) && days >= 0 && days <= MAX_DUE_DAYS
    ? ""
    : `Must be a whole number from 0 to ${MAX_DUE_DAYS}`;
}

type Value = { field: keyof typeof conditionFields; value?: string | number | null };

function wrongValue({ field, value }: Value): string {
  const type = conditionFields[field];
  const written = String(value ?? "").trim();
  if (type !== "DATE" && written === "") return "Required";
  if (type === "NUMERIC") return Number.isFinite(Number(written)) ? "" : "Invalid input";
  if (type === "STRING" || written === "") return "";
  const days = Number(written);
  return Number.isInteger(days) && days >= 0 && days <= MAX_DAYS
    ? ""
    : `Must be a whole number from 0 to ${MAX_DAYS}`;
}

export const automationForm = z.object({
  name: f.personName("Name is required"),
  trigger: z
    .object({
      type: z.enum(triggerTypes, "Trigger type is required"),
      schedule: z.nullish(short),
      event: z.nullish(z.enum(automationEvents)),
    })
    .check(
      fits("schedule", ({ type, schedule }: { type: string; schedule?: string | null }) =>
        type === "TIME_BASED" && !schedule?.trim() ? "Required" : "",
      ),
    ),
  condition: z
    .array(
      z
        .object({
          type: z.enum(conditionTypes, "Condition type is required"),
          field: z.enum(fields, "Field is required"),
          operation: z.enum(operations, "Operation is required"),
          value: z.nullish(z.union([z.number(), short])),
          unit: z.nullish(z.enum(units)),
        })
        .check(
          fits("field", ({ type, field }: { type: string; field: keyof typeof conditionFields }) =>
            conditionFields[field] === type ? "" : `Must be a ${type} field`,
          ),
          fits("value", wrongValue),
        ),
    )
    .check(z.maxLength(20, "Must be at most 20 conditions")),
  segment: z.nullish(segmentText),
  action: z
    .object({
      type: z.enum(actionTypes, "Action type is required"),
      templateId: z.nullish(f.sentId),
      task: z.nullish(taskFields),
    })
    .check(
      fits("task", ({ type, task }: Action) => (type === "CREATE_TASK" && !task ? "Required" : "")),
      ofTask("what", ({ what }) => wrongWhat(what)),
      ofTask("personId", ({ owner, personId }) => (owner === "PERSON" && !personId ? "Required" : "")),
      ofTask("days", ({ days }) => wrongDays(days)),
      fits("templateId", ({ type, templateId }: { type: string; templateId?: string | null }) =>
        type === "SEND_EMAIL" && !templateId ? "Required" : "",
      ),
    ),
});
export type AutomationForm = z.infer<typeof automationForm>;

/** `skipped`: why a contact wouldn't receive it. `total` includes skipped contacts. */
export const recipient = z.object({ id: f.id, name: f.text, email: f.text, skipped: f.textOrNull });
export const recipients = z.object({
  nextRunAt: z.nullable(f.when),
  total: z.number(),
  reached: z.number(),
  contacts: z.array(recipient),
});
export type Recipients = Read<typeof recipients>;

export const mailsBefore = z.object({
  state: z.optional(z.enum(mailStates, "must be a mail's state")),
  ...f.before,
});
/** `counts`: all emails by state. `mails`: 50 of them, before the id `before`. */
export const history = z.object({
  counts: z.partialRecord(z.enum(mailStates), z.number()),
  mails: z.array(mail),
});
export type History = Read<typeof history>;

const made = z.object({
  id: f.id,
  what: f.textOrNull,
  contact: f.reference,
  person: f.reference,
  state: z.enum(["open", "done", "deleted", "skipped"]),
  reason: f.textOrNull,
  createdAt: f.when,
  doneAt: z.nullable(f.when),
  doneBy: f.textOrNull,
});

const madeTasks = z.object({
  counts: z.object({ open: z.number(), done: z.number(), deleted: z.number(), skipped: z.number() }),
  tasks: z.array(made),
});
export type MadeTasks = Read<typeof madeTasks>;

export const automations = {
  "automations.list": { answer: z.array(automation) },
  "automations.triggers": { answer: z.array(z.object({ type: z.enum(triggerTypes), name: f.text })) },
  // `start: false` creates it paused, so people can check the recipients first.
  "automations.create": { body: z.object({ ...automationForm.shape, start: z.optional(z.boolean()) }) },
  "automations.get": { answer: automation },
  "automations.update": {
    body: z.object({ ...automationForm.shape, ...f.editedVersion }),
    conflict: f.changed(automation),
  },
  "automations.setActive": { body: z.object({ active: z.boolean() }) },
  "automations.recipients": {
    query: z.object({ at: z.optional(z.literal("next", 'must be "next"')) }),
    answer: recipients,
  },
  "automations.mails": { query: mailsBefore, answer: history },
  "automations.tasks": { query: z.object(f.before), answer: madeTasks },
} satisfies Schemas;
