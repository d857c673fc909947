"use client";
import { useWatch } from "react-hook-form";

/** How much of a field's limit is used. */
export function Counter({ name, max }: { name: string; max: number }) {
  const { length } = String(useWatch({ name }) ?? "").trim();
  return (
    <span className={length > max ? "font-medium text-danger" : undefined}>
      <span aria-hidden="true">
        {length}/{max}
      </span>
      <span className="sr-only">
        {length} of {max} characters
      </span>
    </span>
  );
}
