import type { ReactNode } from "react";
import { Avatar } from "#components/ui/avatar.tsx";

type Props = { store?: string; title: string; about?: string; children: ReactNode };

/** The frame of what visitors see: the store's name, not ours. */
export function BookFrame({ store, title, about, children }: Props) {
  return (
    <main className="mx-auto w-full max-w-160 px-4 py-10 phone:min-h-dvh phone:bg-card phone:p-0">
      <div className="rounded-xl border bg-card shadow-1 phone:rounded-none phone:border-0 phone:shadow-none">
        <header className="grid gap-3 border-b px-6 py-5 phone:px-4">
          {store && (
            <p className="flex items-center gap-2.5 font-medium text-muted-foreground">
              <Avatar id={store} name={store} className="rounded-md" />
              <span className="wrap-anywhere">{store}</span>
            </p>
          )}
          <div>
            <h1 className="wrap-anywhere text-balance">{title}</h1>
            {about && <p className="mt-0.5 text-muted-foreground">{about}</p>}
          </div>
        </header>
        <div className="px-6 py-5 phone:px-4">{children}</div>
      </div>
    </main>
  );
}
