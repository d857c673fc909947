"use client";
import { useSyncExternalStore } from "react";
import { AlertDialog } from "./alert-dialog.tsx";
import { Button } from "./button.tsx";

export type Question = { title: string; text: string; verb: string; cancel?: string };
type Asked = Question & { answer: (yes: boolean) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();

/** Before typed text is thrown away. */
export const DISCARD: Question = {
  title: "Discard changes?",
  text: "What you typed here has not been saved.",
  verb: "Discard",
  cancel: "Keep editing",
};

/** Asks in an alert dialog; resolves to whether the person agreed. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    ask({
      ...question,
      answer: (yes) => {
        ask(null);
        resolve(yes);
      },
    });
  });
}

/** Stands once in the frame of the app. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
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

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function ask(next: Asked | null) {
  asked = next;
  for (const listener of listeners) listener();
}
