import { Plus } from "lucide-react";
import { NearLink } from "#components/shell/near-link.tsx";
import { buttonClass } from "#components/ui/button.tsx";

/** A link and no button: a new template is written on a page of its own. */
export function AddLink() {
  return (
    <NearLink
      href="/dashboard/templates/edit/0"
      data-shortcut="n"
      className={buttonClass({ variant: "primary" })}
    >
      <Plus size={16} aria-hidden="true" />
      Add
    </NearLink>
  );
}
