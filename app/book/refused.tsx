"use client";
import { useEffect, useRef } from "react";
import { Alert } from "#components/ui/alert.tsx";

/** Why it did not work, brought before whoever pressed a button further down. */
export function Refused({ why }: { why: string }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Alert>{why}</Alert>
    </div>
  );
}
