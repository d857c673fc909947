import { useEffect, useRef, useState } from "react";
import { type FieldValues, useForm, useWatch } from "react-hook-form";
import { type Edit, useEdit } from "#components/ui/edit-notices.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { type Refusal, refusal } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { Template, TemplateForm } from "#lib/contract/templates.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { stored } from "#lib/stored-code.ts";

export type EditorProps = {
  id: string;
  start: Start;
  stored: Template | undefined;
  read: () => Promise<Template | undefined>;
  onCreated: (id: string | null) => void;
};

export const loadSchema = stored(async () => (await import("#lib/contract/templates.ts")).templateForm);

type Events = { onSaved: (saved: TemplateForm) => void; onInvalid: () => void };

/** The fields stay mounted while someone types. */
export function useTemplateForm({ id, start, stored, read, onCreated }: EditorProps, events: Events) {
  const form = useForm<FieldValues, unknown, TemplateForm>({
    resolver: formResolver(loadSchema),
    defaultValues: textOf(start),
  });
  const text = textOf(useWatch({ control: form.control }) as TemplateForm);
  // The text to compare with, and the version that a save replaces.
  const [base, setBase] = useState(start);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const create = useAct("templates.create").act;
  const update = useAct("templates.update").act;
  const dirty = !isSame(text, base);

  const editing = useRef<Edit>(undefined);
  // Follows the host's version while nothing is typed.
  useEffect(() => {
    if (!stored || dirty || editing.current?.isOlder(stored.version)) return;
    setBase(stored);
    editing.current?.begin(stored.version);
    if (!isSame(textOf(form.getValues() as TemplateForm), stored)) form.reset(textOf(stored));
  }, [stored, dirty, form]);
  // After the effect above, which would undo the restored draft.
  const edit = useEdit(form, { name: `template ${id}`, version: start.version, valuesOf: textOf });
  editing.current = edit;
  const { draft } = edit;
  useUnsaved(dirty, draft.end);

  const save = useSubmit(
    form.handleSubmit(async (valid) => {
      setRefused(null);
      if (id === NEW) {
        const outcome = await create({ body: valid });
        setRefused(refusal("templates.create", outcome));
        if (!outcome.ok) return;
        setBase(valid);
        edit.end();
        onCreated(outcome.answer?.id ?? null);
      } else {
        const outcome = await update({ params: { id }, body: { ...valid, version: edit.version } });
        const refused = refusal("templates.update", outcome);
        const beside = refused !== null && edit.refused(refused);
        if (beside) setBase(refused.theirs as Template);
        setRefused(beside ? null : refused);
        if (!outcome.ok) return;
        setBase(valid);
        edit.saved();
      }
      events.onSaved(valid);
    }, events.onInvalid),
  );

  function begin(next: Start) {
    form.reset(textOf(next));
    setRefused(null);
    edit.end();
  }

  async function takeTheirs() {
    const theirs = await read();
    if (!theirs) return;
    setBase(theirs);
    edit.begin(theirs.version);
    begin(theirs);
  }

  return { form, text, dirty, save, refused, begin, takeTheirs, edit };
}

/** A template that doesn't exist yet. */
export const NEW = "0";

/** `version`: if the host has versions. */
export type Start = TemplateForm & { version?: number };

export const BLANK: TemplateForm = { name: "", subject: "", content: "" };

function textOf({ name, subject, content }: TemplateForm): TemplateForm {
  return { name, subject, content };
}

/** Spaces around name and subject don't count. */
export function isSame(a: TemplateForm, b: TemplateForm): boolean {
  return a.name.trim() === b.name.trim() && a.subject.trim() === b.subject.trim() && a.content === b.content;
}

export function copyOf({ name, subject, content }: TemplateForm): TemplateForm {
  return { name: `Copy of ${name}`.slice(0, 100), subject, content };
}
