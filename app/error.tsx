"use client";
import { isChunkError, UNEXPECTED } from "#lib/unexpected.ts";

type Props = { error: Error; retry: () => void };

/** A screen crashed, or its code couldn't be loaded. Screens show the host's errors themselves. */
export default function ErrorScreen({ error, retry }: Props) {
  return (
    <div
      role="alert"
      className="grid min-h-[60dvh] content-center justify-items-center gap-2 px-4 text-center"
    >
      <h1>{isChunkError(error) ? "This screen could not be loaded" : UNEXPECTED}</h1>
      <p className="text-muted-foreground">Try again, or reload the page.</p>
      {/* No <Button>, because this file is part of every page. */}
      <button
        type="button"
        onClick={retry}
        className="mt-4 h-control rounded-md bg-primary px-3.5 font-medium text-primary-foreground shadow-1 hover:bg-primary-hover"
      >
        Try again
      </button>
    </div>
  );
}
