import { Button } from "#components/ui/button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { type SavedWeek, useWeek } from "./use-week.tsx";

/** `end`: the button that saves no hours. */
type Props = SavedWeek & { title: string; hint: string; none?: string; end: string; pending: boolean };

export function WeekCard({ title, hint, end, pending, ...hours }: Props) {
  const { fields, changed, failure, save, discard, close } = useWeek(hours);
  const dirty = changed.length > 0;
  return (
    <section aria-labelledby="week" className="card">
      <header className="px-5 pt-5 phone:px-4">
        <h2 id="week">{title}</h2>
        {hint && <p className="mt-0.5 text-muted-foreground">{hint}</p>}
      </header>
      <div className="p-5 pt-4 phone:px-4">{fields}</div>
      <footer className="flex flex-wrap items-center gap-3 border-t px-5 py-3 phone:px-4">
        {failure ? (
          <FailureLine className="flex-1">{failure}</FailureLine>
        ) : (
          <p className="flex-1 text-muted-foreground text-sm">
            {dirty && `Unsaved changes: ${changed.length === 7 ? "every day" : changed.join(", ")}`}
          </p>
        )}
        {dirty && <Button onClick={discard}>Discard</Button>}
        {hours.saved !== null && !dirty && (
          <Button disabled={pending} onClick={() => void close()}>
            {end}
          </Button>
        )}
        <Button variant="primary" busy={pending} onClick={() => void save()}>
          {pending ? "Saving…" : "Save"}
        </Button>
      </footer>
    </section>
  );
}
