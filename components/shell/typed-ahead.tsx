import { useLayoutEffect } from "react";
import { Icon } from "#components/ui/icon.tsx";
import { useStore } from "#components/ui/use-store.ts";
import { overlay, typedAhead } from "./navigation.ts";

export function KeepTyped() {
  useLayoutEffect(() => {
    typedAhead.set("");
    document.addEventListener("keydown", keep, true);
    return () => document.removeEventListener("keydown", keep, true);
  }, []);
  return null;
}

export function TypedAhead() {
  const text = useStore(typedAhead);
  return (
    <p className="fixed inset-x-4 top-[12vh] z-50 mx-auto flex h-13 max-w-160 items-center gap-2.5 rounded-xl border border-border-strong bg-popover px-4 text-[1rem] shadow-3">
      <Icon is="search" className="size-4.5 shrink-0 text-muted-foreground" />
      <KeepTyped />
      {text || <span className="text-muted-foreground">Find a contact, an action or a place…</span>}
    </p>
  );
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
