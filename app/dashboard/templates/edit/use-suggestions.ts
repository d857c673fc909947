import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useId,
  useState,
} from "react";
import { piecesOf, token } from "#lib/contract/tokens.ts";

/** A token that is being written: where its braces open, and what stands behind them. */
type Begun = { start: number; typed: string };

/** Offers the placeholders as soon as somebody types "{{". The focus stays in the field; its keys choose. */
export function useSuggestions(control: RefObject<TextControl | null>, placeholders: readonly string[]) {
  const id = useId();
  const [begun, setBegun] = useState<Begun | null>(null);
  const [active, setActive] = useState(0);
  const names = begun ? fitting(placeholders, begun.typed) : [];
  const open = names.length > 0;

  function follow(event: SyntheticEvent<TextControl>, typing: boolean) {
    if (!typing && !begun) return;
    const { value, selectionStart } = event.currentTarget;
    const next = tokenBefore(value, selectionStart ?? 0);
    if (next?.typed !== begun?.typed) setActive(0);
    setBegun(typing || next?.start === begun?.start ? next : null);
  }

  function choose(name: string) {
    const field = control.current;
    if (!field || !begun) return;
    const caret = begun.start + begun.typed.length;
    // What is left of an older token behind the caret goes with it.
    const rest = /^[^{}\s]*\s*\}\}/.exec(field.value.slice(caret))?.[0].length ?? 0;
    replaceRange(field, begun.start, caret + rest, token(name));
    setBegun(null);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!open || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = event.key === "Enter" || event.key === "Tab" ? names[active] : undefined;
    if (step) setActive((active + step + names.length) % names.length);
    else if (chosen && !event.metaKey && !event.ctrlKey && !event.shiftKey) choose(chosen);
    else if (event.key === "Escape") setBegun(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return {
    id,
    names,
    active,
    start: open && begun ? begun.start : null,
    choose,
    handlers: {
      onInput: (event: FormEvent<TextControl>) => follow(event, true),
      onSelect: (event: SyntheticEvent<TextControl>) => follow(event, false),
      onKeyDown,
    },
    close: () => setBegun(null),
    /** An open list's ties to its field. */
    aria: {
      "aria-autocomplete": "list" as const,
      "aria-controls": open ? id : undefined,
      "aria-activedescendant": open ? `${id}-${active}` : undefined,
    },
  };
}

/** The token that is open at the caret; null where none is. */
export function tokenBefore(text: string, caret: number): Begun | null {
  const [whole] = /\{\{[^{}\n]{0,40}$/.exec(text.slice(Math.max(0, caret - 50), caret)) ?? [];
  return whole === undefined ? null : { start: caret - whole.length, typed: whole };
}

/** Those that begin with what was typed first, then those that hold it. */
function fitting(placeholders: readonly string[], typed: string): string[] {
  const wanted = typed.slice(2).trim().toLowerCase();
  const holding = placeholders.filter((name) => name.toLowerCase().includes(wanted));
  const begins = (name: string) => Number(!name.toLowerCase().startsWith(wanted));
  return holding.sort((a, b) => begins(a) - begins(b));
}

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
function replaceRange(field: TextControl, from: number, to: number, text: string): void {
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
