"use client";
import { useUrlState } from "#components/shell/use-search.ts";
import { part } from "#components/ui/part.tsx";
import { useCan } from "#lib/api/use-read.ts";

const LetterModal = part(() => import("./letter-modal.tsx").then((module) => module.LetterModal));
export const loadLetter = () => LetterModal.load();

/** The mail that the address names, over the timeline. */
export function Letter() {
  const [id, open] = useUrlState("letter");
  const can = useCan()("letters.get");
  return id && can ? <LetterModal key={id} id={id} onClose={() => open("")} /> : null;
}
