import { useLayoutEffect } from "react";
import { overlay, typedAhead } from "./navigation.ts";

export function TypedAhead() {
  useLayoutEffect(() => {
    typedAhead.set("");
    document.addEventListener("keydown", keep, true);
    return () => document.removeEventListener("keydown", keep, true);
  }, []);
  return null;
}

function keep(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const before = typedAhead.get();
  if (event.key.length === 1) typedAhead.set(before + event.key);
  else if (event.key === "Backspace") typedAhead.set(before.slice(0, -1));
  else if (event.key === "Escape") overlay.close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
