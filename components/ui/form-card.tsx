import type { ReactNode } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import type { SchemaLoader } from "#lib/form-resolver.ts";
import { Button } from "./button.tsx";
import { DraftRestored } from "./draft.tsx";
import { FailureLine } from "./failure-line.tsx";
import { type Refusal, useRecordForm } from "./record-form.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { useHydrated } from "./use-hydrated.ts";

type SavedForm<V> = {
  schema: SchemaLoader<V>;
  /** The fields' values; the form follows them while nothing is typed. */
  values: FieldValues;
  draft?: string;
  onSubmit: (values: V) => Promise<Refusal | null>;
  resets?: boolean;
  children: ReactNode;
};

export function useSavedForm<V>({ draft, values, resets, onSubmit, children, ...options }: SavedForm<V>) {
  const record = useRecordForm({
    ...options,
    values,
    draft,
    onSubmit: (valid) => onSubmit(valid),
    follows: true,
    ...(resets && { next: () => values }),
  });
  const { form, edit, props, isSubmitting, refused } = record;
  return {
    saving: isSubmitting,
    refused: refused?.text,
    // Server-rendered fields are inert until hydration, because text typed earlier would be lost.
    form: { ...props, inert: !useHydrated() },
    fields: (
      <FormProvider {...form}>
        <DraftRestored {...edit.draft} />
        <div key={edit.drawn} className="grid gap-4">
          {children}
        </div>
      </FormProvider>
    ),
  };
}

type Props<V> = SavedForm<V> & { title: string; description: ReactNode; submitLabel: string };

export function FormCard<V>({ title, description, submitLabel, ...saved }: Props<V>) {
  const { form, fields, saving, refused } = useSavedForm(saved);
  return (
    <SettingsCard title={title} description={description} form={form}>
      {fields}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" busy={saving} className="phone:w-full">
          {saving ? "Saving…" : submitLabel}
        </Button>
        {refused && <FailureLine>{refused}</FailureLine>}
      </div>
    </SettingsCard>
  );
}
