"use client";
import { History } from "lucide-react";
import { Button } from "#components/ui/button.tsx";

/** Text of an earlier visit that was never saved. */
export function FoundDraft({ onRestore, onDiscard }: { onRestore: () => void; onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-2 rounded-md bg-primary-soft px-3 py-2 text-primary-soft-foreground"
    >
      <History size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1">You left unsaved changes here.</span>
      <Button onClick={onRestore}>Restore</Button>
      <Button variant="ghost" onClick={onDiscard}>
        Discard
      </Button>
    </div>
  );
}
