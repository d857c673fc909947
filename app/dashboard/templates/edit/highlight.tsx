import clsx from "clsx";
import type { RefObject } from "react";
import { knownName, piecesOf } from "#lib/contract/tokens.ts";

type Props = {
  text: string;
  /** Undefined until the host has said which there are: then no token is wrong. */
  placeholders: readonly string[] | undefined;
  /** Where in the text `marker` stands, to tell the place on screen. */
  markAt: number | null;
  marker: RefObject<HTMLSpanElement | null>;
  layer: RefObject<HTMLDivElement | null>;
  className: string;
};

/** Lies behind a field of the same font and padding, and tints the tokens of its text. The field draws the letters. */
export function Highlight({ text, placeholders, markAt, marker, layer, className }: Props) {
  return (
    <div ref={layer} aria-hidden="true" className={clsx("text-transparent!", className)}>
      <Tinted text={text.slice(0, markAt ?? text.length)} placeholders={placeholders} />
      {markAt !== null && (
        <>
          <span ref={marker} />
          <Tinted text={text.slice(markAt)} placeholders={placeholders} />
        </>
      )}
      {/* A last empty line has its height only with something behind it. */}
      {"\n"}
    </div>
  );
}

function Tinted({ text, placeholders }: Pick<Props, "text" | "placeholders">) {
  let at = 0;
  return piecesOf(text).map((piece) => {
    const key = at;
    at += piece.text.length;
    if (piece.name === null) return piece.text;
    const unknown = placeholders && knownName(piece.name, placeholders) === undefined;
    return (
      <span
        key={key}
        className={clsx(
          "rounded-sm",
          unknown
            ? "bg-warning-soft underline decoration-warning decoration-wavy underline-offset-2"
            : "bg-primary-soft",
        )}
      >
        {piece.text}
      </span>
    );
  });
}
