"use client";
import { TriangleAlert } from "lucide-react";
import type { RefObject } from "react";
import { nearestName, token } from "#lib/contract/tokens.ts";
import { replaceTokens, type TextControl } from "./insert-text.ts";

type Props = {
  names: string[];
  /** Braces that open and never close. */
  unclosed: boolean;
  placeholders: readonly string[];
  control: RefObject<TextControl | null>;
};

/** What stands in braces and is no placeholder, with what was probably meant, one click away. */
export function UnknownTokens({ names, unclosed, placeholders, control }: Props) {
  return (
    <span role="status" className="grid gap-1 text-warning">
      {names.map((name) => {
        const meant = nearestName(name, placeholders);
        return (
          <span key={name} className="flex flex-wrap items-center gap-x-1.5">
            <TriangleAlert size={14} className="shrink-0" aria-hidden="true" />
            <span>
              <strong className="break-all font-semibold">{token(name)}</strong> is not a known placeholder.
            </span>
            {meant ? (
              <button
                type="button"
                onClick={() => control.current && replaceTokens(control.current, name, meant)}
                className="link min-h-6 pointer-coarse:min-h-11"
              >
                Did you mean {token(meant)}?
              </button>
            ) : (
              "Nothing is written in its place."
            )}
          </span>
        );
      })}
      {unclosed && (
        <span className="flex items-center gap-x-1.5">
          <TriangleAlert size={14} className="shrink-0" aria-hidden="true" />A placeholder begins with {"{{"}{" "}
          and never ends with {"}}"}.
        </span>
      )}
    </span>
  );
}
