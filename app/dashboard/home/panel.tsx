import { type ReactNode, useId } from "react";

/** A card of the dashboard with its own heading. */
export function Panel({
  title,
  aside,
  className = "",
  children,
}: {
  title: string;
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className={`flex min-w-0 flex-col rounded-lg border bg-card shadow-1 ${className}`}
    >
      <header className="flex min-h-14 items-center gap-2.5 px-4 py-2.5">
        <h2 id={heading} className="min-w-0 flex-1">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}
