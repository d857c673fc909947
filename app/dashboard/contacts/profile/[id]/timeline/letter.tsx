import { useEffect, useRef } from "react";
import { useUrlState } from "#components/shell/use-search.ts";
import { part } from "#components/ui/part.tsx";
import type { TimelineEntry } from "#lib/contract/timeline.ts";

const LetterModal = part(() => import("./letter-modal.tsx"), "LetterModal");
export const loadLetter = () => LetterModal.load();

export function Letter({ contactId }: { contactId: string }) {
  const [id, open] = useUrlState("letter");
  const [answering, answer] = useUrlState("answer");
  if (!id) return null;
  return (
    <LetterModal
      key={id}
      id={id}
      contactId={contactId}
      isAnswering={answering === "1"}
      onAnswer={(isAnswering) => answer(isAnswering ? "1" : "")}
      onClose={() => {
        answer("");
        open("");
      }}
    />
  );
}

const POLL_MS = 3_000;

export function useWhileSent(entries: TimelineEntry[] | undefined, retry: () => void): void {
  const again = useRef(retry);
  again.current = retry;
  // An email with a reason waits for minutes or longer.
  const isMoving = entries?.some(
    ({ letter }) => letter?.state === "sending" || (letter?.state === "queued" && !letter.reason),
  );
  useEffect(() => {
    if (!isMoving || !entries) return;
    const timer = setTimeout(() => document.visibilityState === "visible" && again.current(), POLL_MS);
    return () => clearTimeout(timer);
  }, [isMoving, entries]);
}
