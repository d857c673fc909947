"use client";
import { Copy } from "lucide-react";
import { copyText } from "./copy-button.tsx";

/** The button of <CopyBeside>, seen while the pointer or the focus is there. */
export function CopyIcon({ text }: { text: string }) {
  return (
    <button
      type="button"
      aria-label={`Copy ${text}`}
      title="Copy"
      onClick={() => copyText(text)}
      className="absolute left-full ml-0.5 grid size-6 place-items-center rounded-sm text-muted-foreground opacity-0 hover:bg-muted hover:text-foreground focus-visible:opacity-100 group-focus-within/copy:opacity-100 group-hover/copy:opacity-100 phone:hidden"
    >
      <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
