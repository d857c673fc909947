import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Schemas } from "./row.ts";
import { DETAIL_MAX, repeats, taskKinds, WHAT_MAX } from "./task-terms.ts";
import type { Read } from "./tolerant.ts";

/** `at`: the note's date. `templateId`: the text that the automation asks for. */
const source = z.object({
  kind: z.enum(["note", "automation", "sale"]),
  id: f.id,
  name: f.text,
  at: z.nullable(f.when),
  templateId: f.textOrNull,
});

/** `person` null: everyone. Due in the store's time zone. Completing a repeating task creates the next one. */
export const task = z.object({
  id: f.id,
  kind: z.enum(taskKinds),
  what: f.text,
  detail: f.textOrNull,
  person: f.reference,
  contact: f.reference,
  ...f.phone,
  dueDay: f.text,
  dueTime: f.textOrNull,
  repeat: z.enum(repeats),
  source: z.nullable(source),
  doneAt: z.nullable(f.when),
  doneBy: f.textOrNull,
  createdBy: f.textOrNull,
  createdAt: f.when,
  updatedAt: f.when,
  version: f.version,
});

export type Task = Read<typeof task>;

const fields = {
  what: f.required("Task is required", WHAT_MAX, `At most ${WHAT_MAX} characters`).check(f.oneLine),
  detail: f.clearableText(DETAIL_MAX),
  personId: z.nullable(f.someId),
  contact: z.nullable(z.object({ id: f.someId, name: z.string() })),
  dueDay: f.sensibleDay,
  dueTime: z.pipe(
    z.nullish(
      z.string().check(
        f.atMost(5),
        z.refine((value) => value === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(value), "Invalid time"),
      ),
    ),
    f.emptyAsNull,
  ),
  repeat: z.enum(repeats),
};

export const taskForm = z.object({
  ...fields,
  kind: z.optional(z.enum(taskKinds)),
  noteId: z.optional(z.nullable(f.someId)),
});
export type TaskForm = z.infer<typeof taskForm>;
const taskEdit = z.object({ ...fields, ...f.editedVersion });

export const tasks = {
  /** By due date, done ones latest first. `mine` includes tasks for everyone. */
  "tasks.list": {
    query: z.object({
      ...f.page.shape,
      whose: z.optional(z.enum(["mine", "all"], "must be mine or all")),
      state: z.optional(z.enum(["open", "done"], "must be open or done")),
      contact: z.optional(f.someId),
    }),
    answer: z.array(task),
  },
  "tasks.get": { answer: task },
  "tasks.create": { body: taskForm },
  "tasks.update": { body: taskEdit, conflict: f.changed(task) },
  "tasks.setDone": { body: z.object({ done: z.boolean() }) },
  "tasks.postpone": { body: z.object({ dueDay: f.sensibleDay }) },
} satisfies Schemas;
