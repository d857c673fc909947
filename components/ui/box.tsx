import { type ReactNode, useId } from "react";

type Props = { title: string; text: ReactNode; children: ReactNode };

export function Box({ title, text, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 rounded-lg border bg-card p-5 shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0 phone:p-4"
    >
      <header>
        <h2 id={id}>{title}</h2>
        <p className="mt-0.5 text-muted-foreground">{text}</p>
      </header>
      {children}
    </section>
  );
}
