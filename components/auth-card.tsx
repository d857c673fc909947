import { Gem } from "lucide-react";
import type { ReactNode } from "react";

type Props = { title: string; description?: string; children: ReactNode };

export function AuthCard({ title, description, children }: Props) {
  return (
    <main className="grid min-h-dvh content-start justify-items-center gap-6 px-4 pt-[12vh] pb-10 phone:px-0 phone:pt-6">
      <p className="flex items-center gap-2.5 font-semibold text-lg">
        <span className="grid size-8 place-items-center rounded-md bg-primary text-primary-foreground">
          <Gem size={18} strokeWidth={1.75} />
        </span>
        Loupe
      </p>
      <section className="w-full max-w-100 rounded-xl border bg-card p-6 shadow-1 phone:rounded-none phone:border-x-0 phone:px-5">
        <h1>{title}</h1>
        {description && <p className="mt-1 text-muted-foreground">{description}</p>}
        <div className="mt-5 grid gap-4">{children}</div>
      </section>
    </main>
  );
}
