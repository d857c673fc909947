"use client";
import { useEffect, useReducer, useState } from "react";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { Refused } from "#components/refused.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { DraftRestored, useDraft } from "#components/ui/draft.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import { type Refusal, refusal } from "#lib/api/refusal.ts";
import { nextVersion, useAct } from "#lib/api/use-act.ts";
import { useReload } from "#lib/api/use-reload.ts";
import type { Automation, AutomationForm } from "#lib/contract/automations.ts";
import { ahead, formResolver } from "#lib/form-resolver.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { AutomationFields } from "../../fields.tsx";
import { bodyOf, valuesOf } from "../../form.ts";

const loadSchema = whenIdle(async () => (await import("#lib/contract/automations.ts")).automationForm);

/** The same fields as in the panel that created it. Until something is typed they follow what the host has. */
export function EditForm({ automation }: { automation: Automation }) {
  const update = useAct("automations.update").act;
  const reload = useReload("automations.update");
  const [refused, setRefused] = useState<Refusal | null>(null);
  // What the edit began with: a host that counts versions refuses it if somebody else saved meanwhile.
  const [version, setVersion] = useState(automation.version);
  const form = useForm<FieldValues, unknown, AutomationForm>({
    resolver: formResolver(loadSchema),
    defaultValues: valuesOf(automation),
  });
  const { isDirty, isSubmitting } = form.formState;
  useEffect(() => {
    if (isDirty) return;
    form.reset(valuesOf(automation));
    setVersion(automation.version);
  }, [automation, isDirty, form.reset]);
  // After the effect above, which would undo what is restored.
  const [drawn, draw] = useReducer((count: number) => count + 1, 0);
  const draft = useDraft(form, {
    name: `automation ${automation.id}`,
    version,
    onChange: (found) => {
      setVersion(found ? found.version : automation.version);
      draw();
    },
  });
  useUnsaved(isDirty, draft.end);

  const save = useSubmit(
    form.handleSubmit(async (valid) => {
      setRefused(null);
      const typed = form.getValues();
      const body = { ...bodyOf(valid), version };
      const outcome = await update({ params: { id: automation.id }, body });
      if (outcome.ok) {
        // What was typed while it was being saved is not saved yet, and is the next edit.
        form.reset(typed, { keepValues: true });
        draft.end();
        setVersion(nextVersion);
      }
      setRefused(refusal("automations.update", outcome));
    }),
  );

  function takeTheirs() {
    setRefused(null);
    form.reset();
    draft.end();
    reload();
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label="Rule"
        onSubmit={save}
        onInput={ahead(loadSchema)}
        className="grid gap-4 p-4 pb-0 [&_:is(input,button)]:scroll-mb-20"
      >
        <DraftRestored {...draft} />
        <AutomationFields key={drawn} />
        {refused && <Refused refusal={refused} onReload={takeTheirs} />}
        {/* In reach however long the form is; the fields' scroll margin keeps it off what has the focus. */}
        <footer className="sticky bottom-0 z-1 -mx-4 flex items-center justify-end gap-2 rounded-b-lg border-t bg-card px-4 py-3 phone:bottom-[calc(60px+env(safe-area-inset-bottom))]">
          {isDirty && <Badge tone="muted">Unsaved changes</Badge>}
          <Button
            type="submit"
            variant="primary"
            busy={isSubmitting}
            data-shortcut="mod+s"
            className="phone:flex-1"
          >
            {isSubmitting ? "Saving…" : "Save"}
          </Button>
        </footer>
      </form>
    </FormProvider>
  );
}
