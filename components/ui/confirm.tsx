import { useSyncExternalStore } from "react";
import { createStore } from "#lib/store.ts";
import { AlertDialog } from "./alert-dialog.tsx";
import { Button } from "./button.tsx";

export type Question = { title: string; text: string; verb: string; cancel?: string };
type Asked = Question & { answer: (yes: boolean) => void };

const asked = createStore<Asked | null>(null);

export const DISCARD: Question = {
  title: "Discard changes?",
  text: "Your changes haven’t been saved.",
  verb: "Discard",
  cancel: "Keep editing",
};

export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (yes) => {
        asked.set(null);
        resolve(yes);
      },
    });
  });
}

export function ConfirmHost() {
  const question = useSyncExternalStore(asked.subscribe, asked.get, asked.getOnServer);
  if (!question) return null;
  const { title, text, verb, cancel = "Cancel", answer } = question;
  return (
    <AlertDialog title={title} text={text} onClose={() => answer(false)}>
      <Button onClick={() => answer(false)}>{cancel}</Button>
      <Button variant="danger" onClick={() => answer(true)}>
        {verb}
      </Button>
    </AlertDialog>
  );
}
