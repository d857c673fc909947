"use client";
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useReducer,
  useState,
  useSyncExternalStore,
} from "react";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { formResolver, preload, type SchemaLoader } from "#lib/form-resolver.ts";
import { DraftRestored, useDraft } from "./draft.tsx";
import { useSubmit } from "./use-submit.ts";
import { beginAnew, useUnsaved } from "./use-unsaved.ts";

export type SavedForm<V> = {
  /** The body of the endpoint. */
  schema: SchemaLoader<V>;
  /** The form follows them while nothing is typed. */
  values: FieldValues;
  draft?: string;
  onSubmit: (values: V) => Promise<{ text: string } | null>;
  /** A success clears the form. */
  resets?: boolean;
  children: ReactNode;
};

/** The props of the `<form>`, its fields, and the state of saving. */
export function useSavedForm<V>(props: SavedForm<V>) {
  const { schema, values, draft: name, onSubmit, resets, children } = props;
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
  // Server-rendered fields are inert until hydration, because text typed earlier would be lost.
  const isAlive = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  );
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

  return {
    saving: isSubmitting,
    refused,
    form: {
      inert: !isAlive,
      onSubmit: (event: FormEvent) => void submit(event),
      onInput: preload(schema),
      onKeyDown: submitOnShortcut,
    },
    fields: (
      <FormProvider {...form}>
        <DraftRestored {...draft} />
        <div key={drawn} className="grid gap-4">
          {children}
        </div>
      </FormProvider>
    ),
  };
}
