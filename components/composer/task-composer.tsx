import type { KeyboardEvent } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { DateField } from "#components/ui/date-field.tsx";
import { EditNotices, Refused } from "#components/ui/edit-notices.tsx";
import { TextField } from "#components/ui/field.tsx";
import { RecordForm, useRecordForm } from "#components/ui/record-form.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { SubmitButton } from "#components/ui/submit-button.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { useSave } from "#lib/api/use-save.ts";
import { type TaskForm, taskForm } from "#lib/contract/tasks.ts";
import { isoDay, today } from "#lib/dates.ts";
import { fullName } from "#lib/text.ts";

type Props = { contact: { id: string; name: string }; onDone?: (() => void) | undefined };

export function TaskComposer({ contact, onDone }: Props) {
  const { data: me } = useMe();
  const { data: team } = useRead("team.list", {});
  const people = (team ?? []).map((one) => ({ value: one.id, label: fullName(one) }));
  const { save } = useSave("tasks", undefined);
  const empty = {
    ...{ what: "", detail: "", personId: me?.id ?? null, contact, dueDay: isoDay(today(me?.timezone)) },
    ...{ dueTime: "", repeat: "NONE" },
  };
  const record = useRecordForm<TaskForm>({
    schema: async () => taskForm,
    values: empty,
    draft: `task of ${contact.id}`,
    onSubmit: (valid) => save(valid),
    next: () => empty,
    onSaved: () => onDone?.(),
  });
  const { edit, refused, submit } = record;

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.metaKey || event.ctrlKey) || (event.key !== "Enter" && event.key !== "s")) return;
    event.preventDefault();
    submit();
  }

  return (
    <RecordForm
      of={record}
      aria-label="Add a task"
      onKeyDown={onKeyDown}
      className="grid gap-3 p-3 phone:px-0"
    >
      <EditNotices edit={edit} />
      <div key={edit.drawn} className="grid gap-3 md:grid-cols-[minmax(0,1fr)_9.375rem_10.625rem]">
        <TextField name="what" label="What" required />
        <DateField name="dueDay" label="Due" required means="next" write={isoDay} />
        <SelectField name="personId" label="For" options={people} none="Everyone" placeholder="Everyone" />
      </div>
      {refused && <Refused refusal={refused} onReload={() => {}} />}
      <div className="flex justify-end">
        <SubmitButton>Add task</SubmitButton>
      </div>
    </RecordForm>
  );
}
