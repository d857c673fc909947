"use client";
import clsx from "clsx";
import { type ComponentProps, useLayoutEffect, useRef } from "react";

/** A text box as tall as what stands in it, up to its max-height; CSS sees to it where the browser can. */
export function GrowingText({ className, ref, onInput, ...props }: ComponentProps<"textarea">) {
  const box = useRef<HTMLTextAreaElement>(null);
  // After every render: a form that is emptied or filled tells the box of no input.
  useLayoutEffect(() => {
    if (box.current) grow(box.current);
  });
  return (
    <textarea
      {...props}
      ref={(element) => {
        box.current = element;
        if (typeof ref === "function") ref(element);
        else if (ref) ref.current = element;
      }}
      onInput={(event) => {
        grow(event.currentTarget);
        onInput?.(event);
      }}
      className={clsx("field field-sizing-content h-auto! max-h-60 resize-none py-2!", className)}
    />
  );
}

/** For Safari before 26.2 and Firefox before 149, which know no field-sizing. */
function grow(box: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  // Shrinks too: a box is never less tall than it stands.
  box.style.setProperty("height", "auto", "important");
  const borders = box.offsetHeight - box.clientHeight;
  if (box.scrollHeight > 0) box.style.setProperty("height", `${box.scrollHeight + borders}px`, "important");
}
