"use client";
import { type RefObject, useLayoutEffect, useRef } from "react";
import { token } from "#lib/contract/tokens.ts";

type Props = {
  id: string;
  names: string[];
  active: number;
  /** Below which the list hangs, inside of `layer`, which may have scrolled. */
  marker: RefObject<HTMLSpanElement | null>;
  layer: RefObject<HTMLDivElement | null>;
  onChoose: (name: string) => void;
};

/** What the frame covers above, and on phones below (px). */
const BAR = 64;

/** The placeholders that fit what is being typed, at the place where it is typed. */
export function SuggestionList({ id, names, active, marker, layer, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const menu = list.current;
    const frame = layer.current;
    const at = marker.current;
    if (!menu || !frame || !at) return;
    const left = at.offsetLeft - frame.scrollLeft;
    menu.style.left = `${Math.max(0, Math.min(left, frame.clientWidth - menu.offsetWidth))}px`;
    const { top, bottom } = at.getBoundingClientRect();
    const above = bottom + menu.offsetHeight > window.innerHeight - BAR && top - menu.offsetHeight > BAR;
    menu.style.top = `${above ? at.offsetTop - menu.offsetHeight - 4 : at.offsetTop + at.offsetHeight + 4}px`;
    menu.children[active]?.scrollIntoView({ block: "nearest" });
  });
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label="Placeholders"
      className="absolute z-20 max-h-60 w-56 animate-pop overflow-y-auto rounded-lg border border-border-strong bg-popover p-1.5 shadow-3"
    >
      {names.map((name, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
          className="flex min-h-9 cursor-pointer items-center rounded-md px-2.5 hover:bg-accent aria-selected:bg-primary-soft aria-selected:text-primary-soft-foreground pointer-coarse:min-h-11"
        >
          {token(name)}
        </div>
      ))}
    </div>
  );
}
