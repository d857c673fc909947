import type { ReactNode } from "react";

export function Frame({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Chosen contacts"
      data-paper="no"
      className="pointer-events-auto flex max-w-full animate-rise items-center gap-1 rounded-lg border border-border-strong bg-popover px-2 py-1 shadow-3 phone:w-full phone:flex-wrap phone:justify-around"
    >
      {children}
    </section>
  );
}
