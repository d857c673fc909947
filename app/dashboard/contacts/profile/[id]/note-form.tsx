"use client";
import { type KeyboardEvent, useEffect, useState } from "react";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { Refused } from "#components/refused.tsx";
import { Button } from "#components/ui/button.tsx";
import { confirm, DISCARD } from "#components/ui/confirm.tsx";
import { TextArea } from "#components/ui/text-area.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import type { Refusal } from "#lib/api/refusal.ts";
import { ahead, formResolver } from "#lib/form-resolver.ts";
import { useUnsaved } from "#lib/unsaved.ts";

type Props = {
  label: string;
  contactId: string;
  /** What is edited; a form without `onCancel` writes a new note and is empty again after each. */
  content?: string;
  submitLabel: string;
  /** Resolves to why the host refused, or to null. */
  onSave: (content: string) => Promise<Refusal | null>;
  /** Reads the note again, where somebody else may have changed it. */
  onReload?: () => void;
  onCancel?: () => void;
  shortcut?: string;
};

const loadSchema = async () => (await import("#lib/contract/notes.ts")).noteForm;

/** Writes a note. Ctrl/⌘ with Enter or S saves, Escape leaves an edit. */
export function NoteForm(props: Props) {
  const { label, contactId, content = "", submitLabel, onSave, onReload, onCancel, shortcut } = props;
  const form = useForm<FieldValues, unknown, { content: string }>({
    resolver: formResolver(loadSchema),
    defaultValues: { content, contactId },
  });
  const { isDirty, isSubmitting } = form.formState;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useUnsaved(isDirty);
  const { setFocus } = form;
  useEffect(() => {
    if (onCancel) setFocus("content");
  }, [onCancel, setFocus]);

  const save = useSubmit(
    form.handleSubmit(async (valid) => {
      setRefusal(null);
      const refused = await onSave(valid.content);
      if (refused === null) form.reset();
      else setRefusal(refused);
    }),
  );

  async function cancel() {
    if (!onCancel || isSubmitting || (isDirty && !(await confirm(DISCARD)))) return;
    onCancel();
  }

  function onKeyDown(event: KeyboardEvent) {
    const saves = (event.metaKey || event.ctrlKey) && (event.key === "Enter" || event.key === "s");
    if (!saves && event.key !== "Escape") return;
    // Also tells the profile's own keys that these were not meant for them.
    event.preventDefault();
    if (saves) save();
    else cancel();
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={save}
        onInput={ahead(loadSchema)}
        onKeyDown={onKeyDown}
        className="grid gap-2"
      >
        <TextArea name="content" label={label} required data-shortcut={shortcut} />
        {refusal && <Refused refusal={refusal} onReload={() => onReload?.()} />}
        <div className="flex items-center justify-end gap-2">
          <span className="flex-1 text-muted-foreground text-xs phone:hidden">
            <kbd>Ctrl</kbd> <kbd>↵</kbd> to save
          </span>
          {onCancel && <Button onClick={cancel}>Cancel</Button>}
          <Button type="submit" variant={onCancel ? "primary" : "outline"} busy={isSubmitting}>
            {isSubmitting ? "Saving…" : submitLabel}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
