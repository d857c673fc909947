import { knownName, piecesOf } from "#lib/contract/tokens.ts";

type Props = {
  text: string;
  /** By lower-case name; undefined where only the host knows. */
  values: ReadonlyMap<string, string | undefined>;
  placeholders: readonly string[] | undefined;
};

/** A text as the contact will read it; the words that were filled in are tinted. */
export function Filled({ text, values, placeholders }: Props) {
  let at = 0;
  return piecesOf(text).map((piece) => {
    const key = at;
    at += piece.text.length;
    if (piece.name === null) return piece.text;
    const value = values.get(piece.name.toLowerCase());
    if (value !== undefined) {
      return (
        <mark key={key} className="rounded-sm bg-gold-soft font-medium text-gold">
          {value}
        </mark>
      );
    }
    const unknown = placeholders !== undefined && knownName(piece.name, placeholders) === undefined;
    return (
      <mark
        key={key}
        className={
          unknown
            ? "rounded-sm bg-warning-soft text-warning underline decoration-wavy underline-offset-2"
            : "rounded-sm bg-muted text-muted-foreground"
        }
      >
        {piece.text}
      </mark>
    );
  });
}

/** The tokens of a text that this contact has nothing for. */
export function emptyTokens(text: string, values: Props["values"]): string[] {
  const empty = piecesOf(text).flatMap(({ name }) =>
    name !== null && values.get(name.toLowerCase()) === "" ? [name] : [],
  );
  return [...new Set(empty)];
}
