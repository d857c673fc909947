"use client";
import { useState } from "react";
import { truncate } from "#lib/text.ts";

const SHORT = 190;

/** What somebody wrote, with their line breaks; cut after 190 characters until more is asked for. */
export function LongText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const short = truncate(text, SHORT);
  return (
    <>
      <p className="whitespace-pre-wrap text-pretty wrap-anywhere">{whole ? text : short}</p>
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
