"use client";
import { UNEXPECTED } from "#lib/unexpected.ts";

/** The last resort: a screen broke. Whatever the host said is told by the screens themselves. */
export default function ErrorScreen({ reset }: { error: Error; reset: () => void }) {
  return (
    <main
      role="alert"
      className="grid min-h-[60dvh] content-center justify-items-center gap-2 px-4 text-center"
    >
      <h1>{UNEXPECTED}</h1>
      <p className="text-muted-foreground">Nothing was lost. Try again, or reload the page.</p>
      {/* No <Button>: this file comes with every page, also with those that have none. */}
      <button
        type="button"
        onClick={reset}
        className="mt-4 h-control rounded-md bg-primary px-3.5 font-medium text-primary-foreground shadow-1 hover:bg-primary-hover"
      >
        Try again
      </button>
    </main>
  );
}
