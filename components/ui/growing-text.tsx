import clsx from "clsx";
import { type ComponentProps, useLayoutEffect, useRef } from "react";

export function GrowingText({ className, ref, onInput, ...props }: ComponentProps<"textarea">) {
  const box = useRef<HTMLTextAreaElement>(null);
  // Programmatic changes cause no input event.
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
      className={clsx(
        "field field-sizing-content h-auto! max-h-60 min-h-control resize-none py-2!",
        className,
      )}
    />
  );
}

/** Safari before 26.2 and Firefox before 149 lack field-sizing. */
function grow(box: HTMLTextAreaElement): void {
  if (CSS.supports("field-sizing", "content")) return;
  // So the box can shrink.
  box.style.setProperty("height", "auto", "important");
  const borders = box.offsetHeight - box.clientHeight;
  if (box.scrollHeight > 0) box.style.setProperty("height", `${box.scrollHeight + borders}px`, "important");
}
