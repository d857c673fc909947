import type { ReactNode } from "react";

/** The frame of what visitors see: the store's name, not ours. */
export function BookFrame({
  store,
  title,
  about,
  children,
}: {
  store?: string;
  title: string;
  about?: string;
  children: ReactNode;
}) {
  return (
    <main className="mx-auto w-full max-w-150 px-4 py-8 phone:py-5">
      <header className="mb-6 grid gap-1">
        {store && <p className="font-medium text-muted-foreground">{store}</p>}
        <h1>{title}</h1>
        {about && <p className="text-muted-foreground">{about}</p>}
      </header>
      {children}
    </main>
  );
}
