"use client";
import { Button } from "#components/ui/button.tsx";
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
      <Button variant="primary" onClick={reset} className="mt-4">
        Try again
      </Button>
    </main>
  );
}
