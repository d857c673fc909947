import * as z from "zod/mini";
import * as f from "./fields.ts";
import type { Read } from "./tolerant.ts";

const kinds = ["TEXT", "CHOICE", "PHONE"] as const;
const MAX_ANSWER_LENGTH = 500;
const MAX_COUNT = 10;

/** The `id` survives a new text. */
export const question = z.object({
  id: f.text,
  text: f.text,
  kind: z.enum(kinds),
  options: z.array(z.string()),
  isRequired: f.flag,
});
export type Question = Read<typeof question>;
export type QuestionKind = (typeof kinds)[number];

export const answered = z.object({ id: f.text, question: f.text, kind: z.enum(kinds), answer: f.text });
export type Answered = Read<typeof answered>;

const id = z.string().check(f.atMost(40), z.regex(/^[\w-]{1,40}$/, "Invalid input"));

function areApart(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

function isShort({ length }: string): boolean {
  return length > 0 && length <= 100;
}

const questionForm = z
  .object({
    id,
    text: f.required("Required", 200, "At most 200 characters").check(f.oneLine),
    kind: z.enum(kinds),
    options: z.array(z.string().check(f.oneLine, f.noNul)).check(
      z.maxLength(20, { error: "At most 20 choices", abort: true }),
      z.refine((options) => options.every(isShort), "From 1 to 100 characters each"),
      z.refine(areApart, "Choices must be different"),
    ),
    isRequired: z.boolean(),
  })
  .check(
    z.refine(({ kind, options }) => kind !== "CHOICE" || options.length > 1, {
      error: "At least two choices",
      path: ["options"],
    }),
  );

export const questionsForm = z.array(questionForm).check(
  z.maxLength(MAX_COUNT, `At most ${MAX_COUNT} questions`),
  z.refine((questions) => areApart(questions.map((one) => one.id))),
);

/** By question id. */
export const answersForm = z.optional(
  z.array(z.object({ id, answer: z.string().check(z.trim(), f.atMost(MAX_ANSWER_LENGTH), f.noNul) })).check(
    z.maxLength(MAX_COUNT, "Invalid input"),
    z.refine((answers) => areApart(answers.map((one) => one.id))),
  ),
);
export type Answers = NonNullable<z.infer<typeof answersForm>>;

// An extension's letters belong in the note.
const PHONE = /^[\d\s+()./-]{5,40}$/;

export function wrongAnswer({ kind, options, isRequired }: Question, answer: string): string {
  const said = answer.trim();
  if (said === "") return isRequired ? "Required" : "";
  if (said.length > MAX_ANSWER_LENGTH) return `At most ${MAX_ANSWER_LENGTH} characters`;
  if (kind === "CHOICE") return options.includes(said) ? "" : "Please choose one of these";
  const digits = said.length <= 40 ? said.replace(/\D/g, "").length : 0;
  if (kind === "PHONE" && !(PHONE.test(said) && digits >= 5 && digits <= 15)) return "Invalid phone number";
  return "";
}
