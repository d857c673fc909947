import { createStore } from "#lib/store.ts";
import { AlertDialog } from "./alert-dialog.tsx";
import { Button } from "./button.tsx";
import { useStore } from "./use-store.ts";

export type Question = { title: string; text: string; verb: string; cancel?: string; other?: string };
type Asked = Question & { answer: (label: string | null) => void };

const asked = createStore<Asked | null>(null);

export const DISCARD: Question = {
  title: "Discard changes?",
  text: "Your changes haven’t been saved.",
  verb: "Discard",
  cancel: "Keep editing",
};

export async function confirm(question: Question): Promise<boolean> {
  return (await choose(question)) === question.verb;
}

/** Resolves to `verb` or `other`, or to null if the person cancels. */
export function choose(question: Question): Promise<string | null> {
  asked.get()?.answer(null);
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (label) => {
        asked.set(null);
        resolve(label);
      },
    });
  });
}

export function ConfirmHost() {
  const question = useStore(asked);
  if (!question) return null;
  const { title, text, verb, cancel = "Cancel", other, answer } = question;
  return (
    <AlertDialog title={title} text={text} onClose={() => answer(null)}>
      <Button onClick={() => answer(null)}>{cancel}</Button>
      <Button variant="danger" onClick={() => answer(verb)}>
        {verb}
      </Button>
      {other && (
        <Button variant="primary" onClick={() => answer(other)}>
          {other}
        </Button>
      )}
    </AlertDialog>
  );
}
