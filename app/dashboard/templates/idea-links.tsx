import { Lightbulb } from "lucide-react";
import { NearLink } from "#components/shell/near-link.tsx";
import { ideas } from "./ideas.ts";

/** Three ways to begin, each a link to the editor with its text. */
export function IdeaLinks() {
  return (
    <ul className="mx-auto grid max-w-3xl gap-3 px-4 pb-12 md:grid-cols-3">
      {ideas.map(({ key, name, subject }) => (
        <li key={key}>
          <NearLink
            href={`/dashboard/templates/edit/0?idea=${key}`}
            className="grid h-full gap-1 rounded-lg border bg-card p-3.5 shadow-1 transition-colors duration-100 hover:bg-accent"
          >
            <span className="flex items-center gap-2 font-medium">
              <Lightbulb size={16} strokeWidth={1.75} aria-hidden="true" className="text-gold" />
              {name}
            </span>
            <span className="text-muted-foreground text-sm">{subject}</span>
          </NearLink>
        </li>
      ))}
    </ul>
  );
}
