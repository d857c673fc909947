import { piecesOf, token } from "#lib/contract/tokens.ts";

export type TextControl = HTMLInputElement | HTMLTextAreaElement;

// Elsewhere nobody has put the caret yet, and it may stand at the beginning.
const visited = new WeakSet<TextControl>();

/** To be called when the field gets the focus: from then on, its caret is where somebody put it. */
export function noteVisit(field: TextControl): void {
  visited.add(field);
}

/** Puts text at the caret, over the selection if there is one; at the end of a field that was never visited. */
export function insertAtCaret(field: TextControl, text: string): void {
  const end = field.value.length;
  const from = visited.has(field) ? (field.selectionStart ?? end) : end;
  const to = visited.has(field) ? (field.selectionEnd ?? end) : end;
  replaceRange(field, from, to, text);
}

/** Writes as if it were typed: one undo takes back just this. */
export function replaceRange(field: TextControl, from: number, to: number, text: string): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Deprecated, and without a successor: nothing else writes into a field's undo history.
  if (document.execCommand?.("insertText", false, text)) return;
  field.setRangeText(text, from, to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Writes the token of another name wherever `name` stands. */
export function replaceTokens(field: TextControl, name: string, by: string): void {
  let end = field.value.length;
  for (const piece of piecesOf(field.value).reverse()) {
    const start = end - piece.text.length;
    if (piece.name === name) replaceRange(field, start, end, token(by));
    end = start;
  }
}
