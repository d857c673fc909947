"use client";
import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import { Button } from "#components/ui/button.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import type { Account, Calendar } from "#lib/contract/calendar.ts";
import { useHours } from "./use-hours.tsx";

type Props = { calendars: Calendar[]; account: Account; timezone?: string };

export function SettingsForm(props: Props) {
  const { save, fields, failure, pending, dirty, discard } = useHours(props);
  const submit = useSubmit(async () => void (await save()));
  return (
    <form noValidate onSubmit={submit} className="grid gap-5 pt-4">
      <div className="grid gap-5 px-5 phone:px-4">{fields}</div>
      <footer
        className={clsx(
          "flex flex-wrap items-center gap-3 rounded-b-lg border-t bg-card px-5 py-3 phone:px-4",
          // What is unsaved stays in sight, above the tab bar.
          dirty && "sticky bottom-0 z-10 phone:bottom-[calc(60px+env(safe-area-inset-bottom))]",
        )}
      >
        {failure ? (
          <p role="alert" className="flex flex-1 items-center gap-2 font-medium text-danger text-sm">
            <CircleAlert size={16} className="shrink-0" aria-hidden="true" />
            {failure}
          </p>
        ) : (
          <p className="flex-1 text-muted-foreground text-sm">{dirty && "Unsaved changes"}</p>
        )}
        {dirty && <Button onClick={discard}>Discard</Button>}
        <Button type="submit" variant="primary" busy={pending}>
          {pending ? "Saving…" : "Save"}
        </Button>
      </footer>
    </form>
  );
}
