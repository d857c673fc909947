"use client";
import { lazy, Suspense, useSyncExternalStore } from "react";

export type Question = { title: string; text: string; verb: string; cancel?: string };
type Asked = Question & { answer: (yes: boolean) => void };

let asked: Asked | null = null;
const listeners = new Set<() => void>();
const load = () => import("./confirm-dialog.tsx");
const ConfirmDialog = lazy(() => load().then((module) => ({ default: module.ConfirmDialog })));

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

/** Fetches the dialog ahead of its use. */
export const preloadConfirm = load;

/** Stands once in the frame of the app. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  );
  return question ? (
    <Suspense>
      <ConfirmDialog {...question} />
    </Suspense>
  ) : null;
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function ask(next: Asked | null) {
  asked = next;
  for (const listener of listeners) listener();
}
