import { Lightbulb } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/states.tsx";
import { type Idea, ideas } from "./ideas.ts";

type Props = { onAdd: () => void; onIdea: (idea: Idea) => void; load: () => void };

/** An example, and three ways to begin: each opens the panel with its fields filled in. */
export function NoAutomations({ onAdd, onIdea, load }: Props) {
  return (
    <>
      <Empty hint="An automation sends a template by itself, for example: every day at 9:00 AM, everyone whose birthday is today gets “Birthday greeting”.">
        <Button variant="primary" onClick={onAdd} onPointerEnter={load} onFocus={load}>
          Add
        </Button>
      </Empty>
      <ul aria-label="Ideas" className="mx-auto grid max-w-3xl gap-3 px-4 pb-12 md:grid-cols-3">
        {ideas.map((idea) => (
          <li key={idea.name}>
            <button
              type="button"
              onClick={() => onIdea(idea)}
              onPointerEnter={load}
              onFocus={load}
              className="grid h-full w-full content-start gap-1 rounded-lg border bg-card p-3.5 text-left shadow-1 transition-colors duration-100 hover:bg-accent"
            >
              <span className="flex items-center gap-2 font-medium">
                <Lightbulb size={16} strokeWidth={1.75} aria-hidden="true" className="text-gold" />
                {idea.name}
              </span>
              <span className="text-muted-foreground text-sm">{idea.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
