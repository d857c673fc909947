import { type ReactNode, useId } from "react";

type Props = { title: string; description: ReactNode; children: ReactNode };

/** One card of a page of settings without a form of its own. */
export function SettingsCard({ title, description, children }: Props) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className="grid gap-x-8 gap-y-4 rounded-lg border bg-card p-5 shadow-1 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] phone:-mx-4 phone:rounded-none phone:border-x-0 phone:p-4"
    >
      <header>
        <h2 id={heading}>{title}</h2>
        <div className="mt-1 text-muted-foreground text-sm">{description}</div>
      </header>
      <div className="grid max-w-140 gap-4">{children}</div>
    </section>
  );
}
