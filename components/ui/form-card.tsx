"use client";
import { type ReactNode, useId } from "react";
import { Button } from "./button.tsx";
import { FailureLine } from "./failure-line.tsx";
import { type SavedForm, useSavedForm } from "./use-saved-form.tsx";

type Props<V> = SavedForm<V> & { title: string; description: ReactNode; submitLabel: string };

export function FormCard<V>({ title, description, submitLabel, ...saved }: Props<V>) {
  const heading = useId();
  const { form, fields, saving, refused } = useSavedForm(saved);
  return (
    <section
      aria-labelledby={heading}
      className="rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0"
    >
      <form
        noValidate
        method="post"
        aria-labelledby={heading}
        {...form}
        className="grid gap-x-8 gap-y-4 p-5 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] phone:p-4"
      >
        <header>
          <h2 id={heading}>{title}</h2>
          <div className="mt-1 text-muted-foreground text-sm">{description}</div>
        </header>
        <div className="grid max-w-140 gap-4">
          {fields}
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" variant="primary" busy={saving} className="phone:w-full">
              {saving ? "Saving…" : submitLabel}
            </Button>
            {refused && <FailureLine>{refused}</FailureLine>}
          </div>
        </div>
      </form>
    </section>
  );
}
