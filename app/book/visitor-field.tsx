import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { FieldFrame } from "#components/ui/field-parts.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import type { Question } from "#lib/contract/questions.ts";

type Props = ComponentProps<"input"> & {
  name: string;
  label: string;
  required?: boolean;
  error: string | undefined;
  rows?: number;
  options?: readonly string[];
};

/** Uncontrolled, so text typed before hydration isn't lost. */
export function VisitorField({ name, label, required, error, rows, options, ...input }: Props) {
  return (
    <FieldFrame label={label} required={required} message={error}>
      {(control) =>
        options ? (
          <div className="relative">
            <select {...control} name={name} defaultValue="" className="field appearance-none pr-9!">
              <option value="">Choose…</option>
              {options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </select>
            <ChevronDown
              size={16}
              className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 text-muted-foreground"
            />
          </div>
        ) : rows ? (
          <GrowingText
            {...control}
            name={name}
            rows={rows}
            className={rows > 1 ? "min-h-20" : "min-h-9 phone:min-h-11 pointer-coarse:min-h-11"}
          />
        ) : (
          <input {...input} {...control} name={name} className="field" />
        )
      }
    </FieldFrame>
  );
}

export const visitorFields = [
  { name: "name", label: "Name", required: true, autoComplete: "name" },
  { name: "email", label: "Email", required: true, type: "email", autoComplete: "email" },
  { name: "phoneNumber", label: "Phone number", type: "tel", autoComplete: "tel" },
];

/** Bots fill it in. Its name avoids autofill. */
export function Honeypot() {
  return (
    <p hidden>
      <label>
        Subject <input name="subject" tabIndex={-1} autoComplete="off" />
      </label>
    </p>
  );
}

export function fieldName({ id }: Pick<Question, "id">): string {
  return `question-${id}`;
}

type QuestionProps = { question: Question; error: string | undefined };

export function QuestionField({ question, error }: QuestionProps) {
  const { text, kind, options, isRequired } = question;
  const field = { name: fieldName(question), label: text, required: isRequired || undefined, error };
  if (kind === "CHOICE") return <VisitorField {...field} options={options} />;
  if (kind === "PHONE") return <VisitorField {...field} type="tel" autoComplete="tel" />;
  return <VisitorField {...field} rows={1} />;
}

export type Errors = { [field: string]: string };
type Answers = { id: string; answer: string }[];

export async function readAnswers(
  form: HTMLFormElement,
  questions: readonly Question[],
  timezone: string,
): Promise<Answers> {
  const hasPhone = questions.some(({ kind }) => kind === "PHONE");
  const phone = hasPhone ? await import("#lib/phone.ts") : null;
  return questions.map((question) => {
    const answer = getField(form, fieldName(question)).value.trim();
    const isPhone = question.kind === "PHONE" && phone;
    return {
      id: question.id,
      answer: isPhone ? phone.readPhone(answer, phone.codeOfZone(timezone)) : answer,
    };
  });
}

export async function wrongAnswers(questions: readonly Question[], answers: Answers): Promise<Errors> {
  if (questions.length === 0) return {};
  const { wrongAnswer } = await import("#lib/contract/questions.ts");
  return Object.fromEntries(
    questions.flatMap((question) => {
      const wrong = wrongAnswer(question, answers.find(({ id }) => id === question.id)?.answer ?? "");
      return wrong ? [[fieldName(question), wrong]] : [];
    }),
  );
}

export function getField(form: HTMLFormElement, name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}
