"use client";
import { CircleAlert } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useId, useReducer, useState } from "react";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { ahead, formResolver, type SchemaLoader } from "#lib/form-resolver.ts";
import { beginAnew } from "./begin-anew.ts";
import { Button } from "./button.tsx";
import { DraftRestored, useDraft } from "./draft.tsx";
import { useSubmit } from "./use-submit.ts";
import { useUnsaved } from "./use-unsaved.ts";

type Props<V> = {
  title: string;
  description: ReactNode;
  /** The body schema of the row that the form sends. */
  schema: SchemaLoader<V>;
  /** What the fields hold; they follow it while nothing is typed. */
  values: FieldValues;
  /** What is edited, by name: under it the text is kept until it is saved. Without one (passwords) it is not. */
  draft?: string;
  submitLabel: string;
  /** Resolves to why it was refused, or to null. */
  onSubmit: (values: V) => Promise<{ text: string } | null>;
  /** Whether a success empties the form again. */
  resets?: boolean;
  children: ReactNode;
};

/** One card of a page of settings, saved by itself. */
export function FormCard<V>(props: Props<V>) {
  const { title, description, schema, values, draft: name, submitLabel, onSubmit, resets, children } = props;
  const heading = useId();
  const form = useForm<FieldValues, unknown, V>({
    resolver: formResolver(schema),
    defaultValues: values,
    values,
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, isSubmitting } = form.formState;
  const [refused, setRefused] = useState<string | null>(null);
  const [drawn, draw] = useReducer((count: number) => count + 1, 0);
  const draft = useDraft(form, { name, onChange: draw });
  useUnsaved(isDirty, draft.end);

  const submit = useSubmit((event) => {
    const sent = form.getValues();
    return form.handleSubmit(async (valid) => {
      setRefused(null);
      const refusal = await onSubmit(valid);
      if (refusal) return setRefused(refusal.text);
      draft.end();
      beginAnew(form, sent, resets ? values : sent);
    })(event);
  });

  function submitOnShortcut(event: KeyboardEvent) {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    submit();
  }

  return (
    <section
      aria-labelledby={heading}
      className="rounded-lg border bg-card shadow-1 phone:-mx-4 phone:rounded-none phone:border-x-0"
    >
      <FormProvider {...form}>
        <form
          noValidate
          method="post"
          aria-labelledby={heading}
          onSubmit={submit}
          onInput={ahead(schema)}
          onKeyDown={submitOnShortcut}
          className="grid gap-x-8 gap-y-4 p-5 md:grid-cols-[minmax(0,17rem)_minmax(0,1fr)] phone:p-4"
        >
          <header>
            <h2 id={heading}>{title}</h2>
            <div className="mt-1 text-muted-foreground text-sm">{description}</div>
          </header>
          <div className="grid max-w-140 gap-4">
            <DraftRestored {...draft} />
            <div key={drawn} className="grid gap-4">
              {children}
            </div>
            <div className="flex flex-wrap items-center gap-3">
              <Button type="submit" variant="primary" busy={isSubmitting} className="phone:w-full">
                {isSubmitting ? "Saving…" : submitLabel}
              </Button>
              {refused && (
                <p role="alert" className="flex min-w-0 items-center gap-2 font-medium text-danger text-sm">
                  <CircleAlert size={16} className="shrink-0" aria-hidden="true" />
                  {refused}
                </p>
              )}
            </div>
          </div>
        </form>
      </FormProvider>
    </section>
  );
}
