import {
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useId,
  useState,
} from "react";
import { token } from "#lib/contract/tokens.ts";
import { replaceRange, type TextControl } from "./insert-text.ts";

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
