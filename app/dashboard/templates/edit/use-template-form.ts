import { useEffect, useState } from "react";
import { type FieldValues, useForm, useWatch } from "react-hook-form";
import { useDraft } from "#components/ui/draft.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { type Refusal, refusal } from "#lib/api/refusal.ts";
import { nextVersion, useAct } from "#lib/api/use-act.ts";
import type { Template, TemplateForm } from "#lib/contract/templates.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { isSame, NEW, type Start, textOf } from "./template-text.ts";

export type EditorProps = {
  id: string;
  start: Start;
  /** The template as the host holds it, once that is known. */
  stored: Template | undefined;
  /** Reads it again. */
  read: () => Promise<Template | undefined>;
  onCreated: (id: string | null) => void;
};

export const loadSchema = whenIdle(async () => (await import("#lib/contract/templates.ts")).templateForm);

type Events = { onSaved: (saved: TemplateForm) => void; onInvalid: () => void };

/** The editor's text between opening and saving; it never takes the fields away from whoever types. */
export function useTemplateForm({ id, start, stored, read, onCreated }: EditorProps, events: Events) {
  const form = useForm<FieldValues, unknown, TemplateForm>({
    resolver: formResolver(loadSchema),
    defaultValues: textOf(start),
  });
  const text = textOf(useWatch({ control: form.control }) as TemplateForm);
  // What the text is compared with, and the version that a save replaces.
  const [base, setBase] = useState(start);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const create = useAct("templates.create").act;
  const update = useAct("templates.update").act;
  const dirty = !isSame(text, base);

  // News from the host is shown where nothing was typed; what was typed keeps the version that it began with.
  useEffect(() => {
    if (!stored || dirty) return;
    setBase(stored);
    if (!isSame(textOf(form.getValues() as TemplateForm), stored)) form.reset(textOf(stored));
  }, [stored, dirty, form]);
  // After the effect above, which would undo what is restored.
  const draft = useDraft(form, {
    name: `template ${id}`,
    version: base.version,
    onChange: (found) => setBase((was) => ({ ...was, version: found ? found.version : stored?.version })),
  });
  useUnsaved(dirty, draft.end);

  const save = useSubmit(
    form.handleSubmit(async (valid) => {
      setRefused(null);
      if (id === NEW) {
        const outcome = await create({ body: valid });
        setRefused(refusal("templates.create", outcome));
        if (!outcome.ok) return;
        setBase(valid);
        draft.end();
        onCreated(outcome.answer?.id ?? null);
      } else {
        const { version } = base;
        const outcome = await update({ params: { id }, body: { ...valid, version } });
        setRefused(refusal("templates.update", outcome));
        if (!outcome.ok) return;
        setBase({ ...valid, version: nextVersion(version) });
        draft.end();
      }
      events.onSaved(valid);
    }, events.onInvalid),
  );

  function begin(next: Start) {
    form.reset(textOf(next));
    setRefused(null);
    draft.end();
  }

  async function takeTheirs() {
    const theirs = await read();
    if (!theirs) return;
    setBase(theirs);
    begin(theirs);
  }

  return { form, text, dirty, save, refused, begin, takeTheirs, draft };
}
