import { Clock } from "lucide-react";
import { NearLink } from "#components/shell/near-link.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";

/** A heading, one line and the way back: there is nothing to edit here. */
export function DeadEnd({ title, text }: { title: string; text: string }) {
  return (
    <div className="grid justify-items-center gap-1 px-4 py-16 text-center">
      <ScreenTitle>{title}</ScreenTitle>
      <span className="mb-2 grid size-10 place-items-center rounded-lg bg-muted text-muted-foreground">
        <Clock size={18} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <h1>{title}</h1>
      <p className="text-muted-foreground">{text}</p>
      <NearLink href="/dashboard/automations" className={buttonClass({ className: "mt-3" })}>
        Back
      </NearLink>
    </div>
  );
}

/** Where there is no such automation, or no longer. */
export function NotFound() {
  return (
    <DeadEnd
      title="Automation not found"
      text="The automation may have been deleted, or the link is not complete."
    />
  );
}
