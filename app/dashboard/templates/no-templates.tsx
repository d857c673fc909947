import { Empty } from "#components/ui/states.tsx";
import { AddLink } from "./add-link.tsx";
import { IdeaLinks } from "./idea-links.tsx";

export function NoTemplates() {
  return (
    <>
      <Empty hint="Templates you write appear here, newest first. Begin with a blank one, or with an idea.">
        <AddLink />
      </Empty>
      <IdeaLinks />
    </>
  );
}
