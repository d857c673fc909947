import { type ReactNode, useId } from "react";

type Props = { title: string; text: ReactNode; children: ReactNode };

export function Box({ title, text, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="card grid gap-4 p-5 phone:p-4">
      <header>
        <h2 id={id}>{title}</h2>
        <p className="mt-0.5 text-muted-foreground">{text}</p>
      </header>
      {children}
    </section>
  );
}
