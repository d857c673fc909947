import * as z from "zod/mini";
import {
  actionTypes,
  conditionFields,
  conditionTypes,
  MAX_DAYS,
  MAX_DUE_DAYS,
  operations,
  taskOwners,
  triggerTypes,
  units,
} from "./automation-terms.ts";
import {
  atMost,
  changed,
  editedVersion,
  id,
  noNul,
  oneLine,
  personName,
  readText,
  reference,
  sentId,
  text,
  textOrNull,
  version,
  when,
} from "./fields.ts";
import { mail, mailStates } from "./mails.ts";
import { placeholderNames } from "./placeholders.ts";
import type { Schemas } from "./row.ts";
import { segmentText } from "./segments.ts";
import { WHAT_MAX } from "./task-terms.ts";
import { isUnclosed, unknownNames } from "./tokens.ts";
import { ours, type Read, tolerant, type Written } from "./tolerant.ts";

const fields = Object.keys(conditionFields) as [keyof typeof conditionFields];

// Each is a text for the app, "" for none: another host's rules may be made of other words.
const condition = z.object({
  type: tolerant(z.enum(conditionTypes), readText),
  field: tolerant(z.enum(fields), readText),
  operation: tolerant(z.enum(operations), readText),
  value: tolerant(z.optional(z.nullable(z.union([z.string(), z.number()]))), readText),
  unit: tolerant(z.optional(z.nullable(z.enum(units))), readText),
});

/** What a task says, with placeholders, whose it is, and in how many days it is due. */
const madeTask = z.object({
  what: text,
  owner: z.enum(taskOwners),
  personId: textOrNull,
  days: z.number(),
});
export type MadeTask = Written<typeof madeTask>;

export const automation = z.object({
  id,
  name: text,
  trigger: ours(z.object({ type: tolerant(z.enum(triggerTypes), readText), schedule: textOrNull })),
  condition: z.array(condition),
  // An extra, as the form's.
  segment: textOrNull,
  action: ours(
    z.object({
      type: tolerant(z.enum(actionTypes), readText),
      templateId: textOrNull,
      task: z.optional(z.nullable(madeTask)),
    }),
  ),
  createdAt: when,
  updatedAt: when,
  isActive: ours(z.boolean()),
  pausedReason: textOrNull,
  nextRunAt: z.nullable(when),
  lastRunAt: z.nullable(when),
  version,
});
export type Automation = Read<typeof automation>;

const short = z.string().check(atMost(200), noNul);

/** Part of the form that counts only beside another part: `wrong` says why it cannot stay as it is, "" if it can. */
function fits<T>(key: string, wrong: (value: T) => string) {
  return z.check<T>(({ value, issues }) => {
    const message = wrong(value);
    if (message) issues.push({ code: "custom", path: key.split("."), message, input: value });
  });
}

/** Whether what is left empty may stay so, only the kind of action tells. */
const taskFields = z.object({
  what: z.string().check(atMost(WHAT_MAX, `At most ${WHAT_MAX} characters`), noNul, oneLine),
  owner: z.enum(taskOwners),
  personId: z.nullish(z.string().check(atMost(64))),
  days: z.union([z.number(), short]),
});

type Action = { type: string; templateId?: string | null; task?: z.infer<typeof taskFields> | null };

/** A check of one part of the task, where the rule makes one. */
function ofTask(key: string, wrong: (task: z.infer<typeof taskFields>) => string) {
  return fits(`task.${key}`, ({ type, task }: Action) => (type === "CREATE_TASK" && task ? wrong(task) : ""));
}

function wrongWhat(what: string): string {
  if (!what) return "What is to be done is required";
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

/** What it says appears with what it is about: a schedule is TIME_BASED's, a template SEND_EMAIL's. */
export const automationForm = z.object({
  name: personName("Name is required"),
  trigger: z
    .object({
      type: z.enum(triggerTypes, "Trigger type is required"),
      schedule: z.nullish(short),
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
  /** Only those of a segment: where the host names the feature `automations.segment`. */
  segment: z.nullish(segmentText),
  action: z
    .object({
      type: z.enum(actionTypes, "Action type is required"),
      templateId: z.nullish(sentId),
      // What CREATE_TASK makes: where the host has `automations.tasks`.
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

/**
 * Who would get it now; `skipped` says why somebody would not. `total` counts all, `reached` those of them who are not
 * skipped, `contacts` are the first of all.
 */
const recipient = z.object({ id, name: text, email: text, skipped: textOrNull });
export const recipients = z.object({
  nextRunAt: z.nullable(when),
  total: z.number(),
  reached: z.number(),
  contacts: z.array(recipient),
});
export type Recipients = Read<typeof recipients>;

/** `counts` are of all its mails by state; `mails` the newest 50, or the 50 before the mail with the id `before`. */
export const history = z.object({
  counts: z.partialRecord(z.enum(mailStates), z.number()),
  mails: z.array(mail),
});
export type History = Read<typeof history>;

/** What became of a rule's task, or `reason` why there is none. Of one that nobody has any more only the day is left. */
const made = z.object({
  id,
  what: textOrNull,
  contact: reference,
  person: reference,
  state: z.enum(["open", "done", "deleted", "skipped"]),
  reason: textOrNull,
  createdAt: when,
  doneAt: z.nullable(when),
  doneBy: textOrNull,
});

/** `counts` are of all of its tasks by state; `tasks` the newest 50, or the 50 before the one with the id `before`. */
const madeTasks = z.object({
  counts: z.object({ open: z.number(), done: z.number(), deleted: z.number(), skipped: z.number() }),
  tasks: z.array(made),
});
export type MadeTasks = Read<typeof madeTasks>;

export const automations = {
  "automations.list": { answer: z.array(automation) },
  "automations.triggers": { answer: z.array(z.object({ type: z.enum(triggerTypes), name: text })) },
  // `start: false` is an extra: the rule begins paused, until somebody has seen whom it would reach.
  "automations.create": { body: z.object({ ...automationForm.shape, start: z.optional(z.boolean()) }) },
  "automations.get": { answer: automation },
  "automations.update": {
    body: z.object({ ...automationForm.shape, ...editedVersion }),
    conflict: changed(automation),
  },
  "automations.setActive": { body: z.object({ active: z.boolean() }) },
  "automations.recipients": {
    // "next": at its next moment instead of now; of a paused rule, the one that it would have if it started now.
    query: z.object({ at: z.optional(z.literal("next", 'must be "next"')) }),
    answer: recipients,
  },
  "automations.mails": {
    query: z.object({
      state: z.optional(z.enum(mailStates, "must be a mail's state")),
      before: z.optional(z.string().check(z.maxLength(64))),
    }),
    answer: history,
  },
  "automations.tasks": {
    query: z.object({ before: z.optional(z.string().check(z.maxLength(64))) }),
    answer: madeTasks,
  },
} satisfies Schemas;
