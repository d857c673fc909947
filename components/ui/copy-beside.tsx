"use client";
import { Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { copyText } from "./copy-button.tsx";

/**
 * A text that can be copied by a button at its right. The button exists once a pointer or the focus came near: a long
 * list would double its controls otherwise. It stands in the padding of the table's cell.
 */
export function CopyBeside({ text, children }: { text: string; children: ReactNode }) {
  const [near, setNear] = useState(false);
  const come = () => setNear(true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only where the pointer is
    <span
      onPointerEnter={come}
      onFocus={come}
      className="group/copy relative inline-flex min-w-0 max-w-full items-center"
    >
      {children}
      {near && (
        <button
          type="button"
          aria-label={`Copy ${text}`}
          title="Copy"
          onClick={() => copyText(text)}
          className="absolute left-full ml-0.5 grid size-6 place-items-center rounded-sm text-muted-foreground opacity-0 hover:bg-muted hover:text-foreground focus-visible:opacity-100 group-focus-within/copy:opacity-100 group-hover/copy:opacity-100 phone:hidden"
        >
          <Copy size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}
