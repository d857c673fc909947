import clsx from "clsx";
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
  title?: string;
  onSubmit: (values: V) => Promise<Refusal | null>;
  next?: (sent: { values: V }) => FieldValues;
  children: ReactNode;
};

export function useSavedForm<V>({ draft, onSubmit, children, ...options }: SavedForm<V>) {
  const record = useRecordForm<V>({
    ...options,
    draft,
    onSubmit: (valid) => onSubmit(valid),
    follows: true,
  });
  const { form, edit, props, isSubmitting, isDirty, refused } = record;
  return {
    saving: isSubmitting,
    isDirty,
    refused: refused?.text,
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

export function FormCard<V>({ description, submitLabel, ...saved }: Props<V>) {
  const { form, fields, saving, isDirty, refused } = useSavedForm(saved);
  return (
    <SettingsCard
      title={saved.title}
      description={description}
      form={form}
      action={<SaveButton label={submitLabel} isDirty={isDirty} saving={saving} />}
    >
      {fields}
      {refused && <FailureLine>{refused}</FailureLine>}
    </SettingsCard>
  );
}

type SaveProps = { label: string; isDirty: boolean; saving: boolean; onClick?: () => void };

export function SaveButton({ label, isDirty, saving, onClick }: SaveProps) {
  return (
    <Button
      type={onClick ? "button" : "submit"}
      variant={isDirty ? "primary" : "outline"}
      busy={saving}
      aria-label={saving ? undefined : label}
      onClick={onClick}
      className={clsx(!isDirty && "text-muted-foreground")}
    >
      {saving ? "Saving…" : label.split(" ")[0]}
    </Button>
  );
}
