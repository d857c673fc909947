import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useId,
  useState,
} from "react";
import { replaceText } from "#components/ui/replace-text.ts";
import { piecesOf, token } from "#lib/contract/tokens.ts";

type Begun = { start: number; typed: string };

/** After "{{". The focus stays in the field, whose keys choose. */
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
    const rest = /^[^{}\s]*\s*\}\}/.exec(field.value.slice(caret))?.[0].length ?? 0;
    replaceText(field, begun.start, caret + rest, token(name));
    setBegun(null);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!open || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const name = event.key === "Enter" || event.key === "Tab" ? names[active] : undefined;
    if (step) setActive((active + step + names.length) % names.length);
    else if (name && !event.metaKey && !event.ctrlKey && !event.shiftKey) choose(name);
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
    aria: {
      "aria-autocomplete": "list" as const,
      "aria-controls": open ? id : undefined,
      "aria-activedescendant": open ? `${id}-${active}` : undefined,
    },
  };
}

export function tokenBefore(text: string, caret: number): Begun | null {
  const [whole] = /\{\{[^{}\n]{0,40}$/.exec(text.slice(Math.max(0, caret - 50), caret)) ?? [];
  return whole === undefined ? null : { start: caret - whole.length, typed: whole };
}

function fitting(placeholders: readonly string[], typed: string): string[] {
  const wanted = typed.slice(2).trim().toLowerCase();
  const holding = placeholders.filter((name) => name.toLowerCase().includes(wanted));
  const begins = (name: string) => Number(!name.toLowerCase().startsWith(wanted));
  return holding.sort((a, b) => begins(a) - begins(b));
}

export type TextControl = HTMLInputElement | HTMLTextAreaElement;

// In fields that were never focused, the caret may be at the beginning.
const visited = new WeakSet<TextControl>();

/** Call when the field gets the focus, so its caret counts as chosen. */
export function noteVisit(field: TextControl): void {
  visited.add(field);
}

export function insertAtCaret(field: TextControl, text: string): void {
  const end = field.value.length;
  const from = visited.has(field) ? (field.selectionStart ?? end) : end;
  const to = visited.has(field) ? (field.selectionEnd ?? end) : end;
  replaceText(field, from, to, text);
}

export function replaceTokens(field: TextControl, name: string, by: string): void {
  let end = field.value.length;
  for (const piece of piecesOf(field.value).reverse()) {
    const start = end - piece.text.length;
    if (piece.name === name) replaceText(field, start, end, token(by));
    end = start;
  }
}
