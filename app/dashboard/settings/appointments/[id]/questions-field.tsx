import clsx from "clsx";
import { Plus, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useController, useFieldArray, useFormContext, useWatch } from "react-hook-form";
import { Button, IconButton } from "#components/ui/button.tsx";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { Field, TextField } from "#components/ui/field.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import { Grip, useReorder } from "#components/ui/reorder.tsx";
import { SelectField } from "#components/ui/select.tsx";
import type { QuestionKind } from "#lib/contract/questions.ts";
import { newKey } from "#lib/text.ts";

const KINDS: { value: QuestionKind; label: string }[] = [
  { value: "TEXT", label: "Text" },
  { value: "CHOICE", label: "Choice" },
  { value: "PHONE", label: "Phone number" },
];
const MOST = 10;

export function QuestionsField() {
  const { control } = useFormContext();
  const { fields, append, move, remove } = useFieldArray({ control, name: "questions", keyName: "key" });
  const add = useRef<HTMLButtonElement>(null);
  const { list, dropAt, grip, status, say } = useReorder<HTMLOListElement>((from, to) => {
    if (to < 0 || to >= fields.length) return;
    move(from, to);
    return { at: to, said: `Question ${from + 1} is question ${to + 1} of ${fields.length} now` };
  });

  function drop(index: number) {
    remove(index);
    say(`Question ${index + 1} was removed`);
    add.current?.focus();
  }

  return (
    <div className="grid gap-3 md:col-span-3">
      {fields.length > 0 && (
        <ol ref={list} className="grid gap-3">
          {fields.map(({ key }, index) => (
            <li
              key={key}
              className={clsx(
                "flex gap-2 rounded-md border bg-card p-3 phone:p-2",
                dropAt === index && "border-primary ring-1 ring-primary",
              )}
            >
              <Grip label={`Move question ${index + 1}`} {...grip(index)} className="mt-6" />
              <Question index={index} onRemove={() => drop(index)} />
            </li>
          ))}
        </ol>
      )}
      {status}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <Button
          icon={Plus}
          ref={add}
          aria-disabled={fields.length >= MOST}
          onClick={() =>
            fields.length < MOST &&
            append(
              { id: newKey(), text: "", kind: "TEXT", options: [], isRequired: false },
              { focusName: `questions.${fields.length}.text` },
            )
          }
        >
          Add question
        </Button>
        <p className="text-muted-foreground text-sm">
          {fields.length >= MOST
            ? `At most ${MOST} questions.`
            : "Answers already given keep the original question."}
        </p>
      </div>
    </div>
  );
}

function Question({ index, onRemove }: { index: number; onRemove: () => void }) {
  const name = `questions.${index}`;
  const { register, setValue } = useFormContext();
  const kind: QuestionKind = useWatch({ name: `${name}.kind` });
  return (
    <div className="grid min-w-0 flex-1 gap-3 md:grid-cols-[minmax(0,1fr)_9.5rem_auto]">
      <TextField name={`${name}.text`} label={`Question ${index + 1}`} required autoComplete="off" />
      <SelectField
        name={`${name}.kind`}
        label="Answer"
        options={KINDS}
        onChosen={(kind) => kind !== "CHOICE" && setValue(`${name}.options`, [])}
      />
      <div className="flex items-end justify-between gap-2">
        <ChoiceLine type="checkbox" {...register(`${name}.isRequired`)} className="h-control">
          Required
        </ChoiceLine>
        <IconButton icon={Trash2} label={`Remove question ${index + 1}`} onClick={onRemove} />
      </div>
      {kind === "CHOICE" && <Choices name={`${name}.options`} />}
    </div>
  );
}

function Choices({ name }: { name: string }) {
  const { field } = useController({ name });
  const [typed, setTyped] = useState(() => field.value.join("\n"));
  return (
    <Field name={name} label="Choices" required help="One a line." className="md:col-span-3">
      {(control) => (
        <GrowingText
          {...control}
          ref={field.ref}
          rows={2}
          value={typed}
          onBlur={field.onBlur}
          onChange={({ target }) => {
            setTyped(target.value);
            field.onChange(linesOf(target.value));
          }}
        />
      )}
    </Field>
  );
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
