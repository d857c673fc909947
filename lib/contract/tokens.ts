const MAX_LENGTH = 100;
// Excludes braces and limits the name, so the search is linear.
const TOKEN = /\{\{([^{}]{0,100})\}\}/g;

/** `name` null: plain text. */
type Piece = { text: string; name: string | null };

export function token(name: string): string {
  return `{{${name}}}`;
}

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = "", index } of text.matchAll(TOKEN)) {
    if (index > end) pieces.push({ text: text.slice(end, index), name: null });
    pieces.push({ text: whole, name: name.trim() });
    end = index + whole.length;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), name: null });
  return pieces;
}

/** In one pass, so values that look like tokens stay. Unknown names become empty. */
export function substitute(text: string, values: { [name: string]: string | null | undefined }): string {
  const known = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value ?? ""]));
  return piecesOf(text)
    .map((piece) => (piece.name === null ? piece.text : (known.get(piece.name.toLowerCase()) ?? "")))
    .join("");
}

export function withoutTokens(text: string): string {
  return text.replace(TOKEN, "…");
}

export function knownName(name: string, offered: readonly string[]): string | undefined {
  return offered.find((candidate) => candidate.toLowerCase() === name.toLowerCase());
}

export function unknownNames(text: string, offered: readonly string[]): string[] {
  const names = piecesOf(text).flatMap(({ name }) => (name === null ? [] : [name]));
  return [...new Set(names)].filter((name) => knownName(name, offered) === undefined);
}

/** Such text isn't a token and would be sent literally. */
export function isUnclosed(text: string): boolean {
  return piecesOf(text).some((piece) => piece.name === null && piece.text.includes("{{"));
}

/** "emial" → "email" */
export function nearestName(name: string, offered: readonly string[]): string | undefined {
  const meant = plain(name);
  if (meant === "" || meant.length > MAX_LENGTH) return undefined;
  const near = offered.map((candidate) => ({ candidate, distance: distance(meant, plain(candidate)) }));
  const [best] = near.sort((a, b) => a.distance - b.distance);
  if (best && best.distance <= Math.max(1, Math.ceil(plain(best.candidate).length / 4)))
    return best.candidate;
  return offered.find((candidate) => plain(candidate).startsWith(meant) || meant.endsWith(plain(candidate)));
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** Edit distance with swaps of neighbors. */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : change;
      row.push(Math.min(change, swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    [before, previous] = [previous, row];
  }
  return previous[b.length] ?? 0;
}
