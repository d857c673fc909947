import { MailX } from "lucide-react";
import { NearLink } from "#components/shell/near-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";

/** Where there is no such template, or no longer. */
export function NotFoundTemplate() {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-16 text-center">
      <ScreenTitle>Template not found</ScreenTitle>
      <span className="mb-2 grid size-10 place-items-center rounded-lg bg-muted text-muted-foreground">
        <MailX size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h1>Template not found</h1>
      <p className="text-muted-foreground">
        The template may have been deleted, or the link is not complete.
      </p>
      <NearLink href="/dashboard/templates" className={buttonClass({ className: "mt-3" })}>
        Back to templates
      </NearLink>
    </div>
  );
}
