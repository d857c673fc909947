import { type ReactNode, useId } from "react";
import { labelClass } from "#components/ui/field-parts.tsx";

type Props = { title: string; htmlFor?: string; children: ReactNode };

export function Section({ title, htmlFor, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-4 gap-y-1.5 border-t px-4 py-3 md:grid-cols-[7.25rem_minmax(0,1fr)]"
    >
      <h2 id={id} className="text-sm md:leading-9">
        {htmlFor ? (
          <label htmlFor={htmlFor} className={labelClass(true)}>
            {title}
          </label>
        ) : (
          <span className={labelClass(true)}>{title}</span>
        )}
      </h2>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">{children}</div>
    </section>
  );
}
