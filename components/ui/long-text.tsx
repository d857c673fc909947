import { type ReactNode, useState } from "react";
import { truncate } from "#lib/text.ts";

const SHORT = 190;

export function LongText({ text, marked = [] }: { text: string; marked?: readonly string[] }) {
  const [whole, setWhole] = useState(false);
  const short = truncate(text, SHORT);
  return (
    <>
      <p className="whitespace-pre-wrap text-pretty wrap-anywhere">
        {withMarks(whole ? text : short, marked)}
      </p>
      {short !== text && (
        <button
          type="button"
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
          className="link not-pointer-coarse:py-0.5"
        >
          {whole ? "Show less" : "Show more"}
        </button>
      )}
    </>
  );
}

function withMarks(text: string, marked: readonly string[]): ReactNode {
  const at = marked
    .map((word) => [text.indexOf(word), word] as const)
    .filter(([place]) => place >= 0)
    .sort(([a, one], [b, other]) => a - b || other.length - one.length)[0];
  if (!at) return text;
  const [place, word] = at;
  return (
    <>
      {text.slice(0, place)}
      <span className="rounded-full bg-primary-soft px-1.5 font-medium text-primary-soft-foreground">
        {word}
      </span>
      {withMarks(text.slice(place + word.length), marked)}
    </>
  );
}
