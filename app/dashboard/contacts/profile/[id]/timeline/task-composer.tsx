"use client";
import { type KeyboardEvent, useState } from "react";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { DateField } from "#components/ui/date-field.tsx";
import { EditNotices, Refused, useEdit } from "#components/ui/edit-notices.tsx";
import { TextField } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useSubmit } from "#components/ui/use-submit.ts";
import { useUnsaved } from "#components/ui/use-unsaved.ts";
import type { Refusal } from "#lib/api/refusal.ts";
import { useRead } from "#lib/api/use-read.ts";
import { useSave } from "#lib/api/use-save.ts";
import { type TaskForm, taskForm } from "#lib/contract/tasks.ts";
import { type Day, today, writeDay } from "#lib/dates.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { fullName } from "#lib/text.ts";

type Props = { contact: { id: string; name: string }; onDone?: (() => void) | undefined };

const dayText = (day: Day) => writeDay(day).slice(0, 10);

export function TaskComposer({ contact, onDone }: Props) {
  const { data: me } = useMe();
  const { data: team } = useRead("team.list", {});
  const people = (team ?? []).map((one) => ({ value: one.id, label: fullName(one) }));
  const { save } = useSave("tasks", undefined);
  const empty = {
    ...{ what: "", detail: "", personId: me?.id ?? null, contact, dueDay: dayText(today(me?.timezone)) },
    ...{ dueTime: "", repeat: "NONE" },
  };
  const form = useForm<FieldValues, unknown, TaskForm>({
    resolver: formResolver(async () => taskForm),
    defaultValues: empty,
  });
  const { isDirty, isSubmitting } = form.formState;
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const edit = useEdit(form, { name: `task of ${contact.id}`, version: undefined });
  useUnsaved(isDirty, edit.draft.end);

  const submit = useSubmit((event) =>
    form.handleSubmit(async (valid) => {
      setRefusal(null);
      const refused = await save(valid);
      if (refused) return setRefusal(edit.refused(refused) ? null : refused);
      edit.saved();
      form.reset(empty);
      onDone?.();
    })(event),
  );

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.metaKey || event.ctrlKey) || (event.key !== "Enter" && event.key !== "s")) return;
    event.preventDefault();
    submit();
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-label="Add a task"
        onSubmit={submit}
        onKeyDown={onKeyDown}
        className="grid gap-3 p-3 phone:px-0"
      >
        <EditNotices edit={edit} />
        <div key={edit.drawn} className="grid gap-3 md:grid-cols-[minmax(0,1fr)_150px_170px]">
          <TextField name="what" label="What" required />
          <DateField
            name="dueDay"
            label="Due"
            required
            means="next"
            timezone={me?.timezone}
            write={dayText}
          />
          <SelectField
            name="personId"
            label="For"
            options={people}
            none="Everybody"
            placeholder="Everybody"
          />
        </div>
        {refusal && <Refused refusal={refusal} onReload={() => {}} />}
        <div className="flex justify-end">
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {isSubmitting ? "Saving…" : "Add task"}
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
