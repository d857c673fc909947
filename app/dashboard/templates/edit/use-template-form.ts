import { type FieldValues, useWatch } from "react-hook-form";
import { useFollowing, useRecordForm } from "#components/ui/record-form.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { Template, TemplateForm } from "#lib/contract/templates.ts";
import { stored } from "#lib/stored-code.ts";

export type EditorProps = {
  id: string;
  start: Start;
  stored: Template | undefined;
  read: () => Promise<Template | undefined>;
  onCreated: (id: string | null) => void;
};

const loadSchema = stored(async () => (await import("#lib/contract/templates.ts")).anyTemplateForm);

type Events = { onSaved: (saved: TemplateForm) => void; onInvalid: () => void };

export function useTemplateForm({ id, start, stored, read, onCreated }: EditorProps, events: Events) {
  const create = useAct("templates.create").act;
  const update = useAct("templates.update").act;
  const record = useRecordForm<TemplateForm>({
    ...{ schema: loadSchema, values: textOf(start), version: start.version, valuesOf: textOf, isSame },
    draft: `template ${id}`,
    async onSubmit(valid, version) {
      if (id !== NEW) return (await update({ params: { id }, body: { ...valid, version } })).refused;
      const outcome = await create({ body: valid });
      if (outcome.ok) onCreated(outcome.answer?.id ?? null);
      return outcome.refused;
    },
    closes: () => id === NEW,
    onSaved: ({ values }) => events.onSaved(values),
    onInvalid: events.onInvalid,
  });
  const { form, edit, restart } = record;
  const text = textOf(useWatch({ control: form.control }) as TemplateForm);
  useFollowing(record, stored, (next) => {
    if (!isSame(textOf(form.getValues() as TemplateForm), next)) form.reset(textOf(next));
  });

  function begin(idea: TemplateForm) {
    form.reset(idea, { keepDefaultValues: true });
    edit.end();
  }

  async function takeTheirs() {
    const theirs = await read();
    if (theirs) restart(textOf(theirs), theirs.version);
  }

  return { record, text, begin, takeTheirs };
}

export const NEW = "0";

export type Start = TemplateForm & { version?: number };

export const BLANK: TemplateForm = { name: "", subject: "", content: "" };

function textOf({ kind, name, subject, content }: TemplateForm): TemplateForm {
  return { ...(kind && { kind }), name, subject, content };
}

export const isText = ({ kind }: Pick<TemplateForm, "kind">) => kind === "TEXT";

export function isSame(one: FieldValues, other: FieldValues): boolean {
  const [a, b] = [one, other] as [TemplateForm, TemplateForm];
  if (isText(a) !== isText(b)) return false;
  return a.name.trim() === b.name.trim() && a.subject.trim() === b.subject.trim() && a.content === b.content;
}

export function copyTemplate(template: TemplateForm): TemplateForm {
  return { ...textOf(template), name: `Copy of ${template.name}`.slice(0, 100) };
}
