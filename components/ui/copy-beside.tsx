"use client";
import { type ReactNode, useState } from "react";
import { part } from "./part.tsx";

const CopyIcon = part(() => import("./copy-icon.tsx").then((module) => module.CopyIcon), {
  without: () => null,
});

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
      {near && <CopyIcon text={text} />}
    </span>
  );
}
