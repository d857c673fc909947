import { Button } from "#components/ui/button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { SaveButton } from "#components/ui/form-card.tsx";
import { type SavedWeek, useWeek } from "./use-week.tsx";

type Props = SavedWeek & { title: string; hint: string; none?: string; end: string; pending: boolean };

export function WeekCard({ title, hint, end, pending, ...hours }: Props) {
  const { fields, changed, failure, save, discard, close } = useWeek({ ...hours, title });
  const dirty = changed.length > 0;
  return (
    <section aria-labelledby="week" className="card">
      <header className="flex flex-wrap items-start justify-between gap-3 px-5 pt-5 phone:px-4">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="week">{title}</h2>
          {hint && <p className="mt-0.5 text-muted-foreground">{hint}</p>}
        </div>
        {dirty && <Button onClick={discard}>Discard</Button>}
        {hours.saved !== null && !dirty && (
          <Button disabled={pending} onClick={() => void close()}>
            {end}
          </Button>
        )}
        <SaveButton label="Save" isDirty={dirty} saving={pending} onClick={() => void save()} />
      </header>
      <div className="grid gap-3 p-5 pt-4 phone:px-4">
        {fields}
        {failure ? (
          <FailureLine>{failure}</FailureLine>
        ) : (
          dirty && (
            <p className="text-muted-foreground text-sm">
              {`Unsaved changes: ${changed.length === 7 ? "every day" : changed.join(", ")}`}
            </p>
          )
        )}
      </div>
    </section>
  );
}
