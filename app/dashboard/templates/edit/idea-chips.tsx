"use client";
import { Lightbulb } from "lucide-react";
import type { TemplateForm } from "#lib/contract/templates.ts";
import { ideas } from "../ideas.ts";

/** For whoever sits before a blank template. */
export function IdeaChips({ onPick }: { onPick: (idea: TemplateForm) => void }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="flex items-center gap-1.5 text-muted-foreground text-sm phone:w-full">
        <Lightbulb size={14} aria-hidden="true" className="text-gold" />
        Begin with an idea
      </span>
      {ideas.map((idea) => (
        <button
          key={idea.key}
          type="button"
          onClick={() => onPick(idea)}
          className="inline-flex h-7 shrink-0 touch-manipulation items-center rounded-full border border-border-strong bg-card px-2.5 font-medium text-sm hover:bg-accent phone:h-11 pointer-coarse:h-11"
        >
          {idea.name}
        </button>
      ))}
    </div>
  );
}
