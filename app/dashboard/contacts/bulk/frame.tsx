import type { ReactNode } from "react";

export function Frame({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Selected contacts"
      data-paper="no"
      className="floating pointer-events-auto flex max-w-full animate-rise items-center gap-1 px-2 py-1 phone:w-full phone:flex-wrap phone:justify-around"
    >
      {children}
    </section>
  );
}
