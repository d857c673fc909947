import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { Combobox } from "#components/ui/combobox.tsx";
import { DateField } from "#components/ui/date-field.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { part } from "#components/ui/part.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { useContactOptions } from "#lib/api/use-options.ts";
import { useRead } from "#lib/api/use-read.ts";
import { useSave } from "#lib/api/use-save.ts";
import { type Task, type TaskForm, taskForm } from "#lib/contract/tasks.ts";
import { formatDate, isoDay, today } from "#lib/dates.ts";
import { linksOf } from "#lib/person.ts";
import { repeatWords } from "#lib/task-words.ts";
import { fullName } from "#lib/text.ts";

const TextModal = part(() => import("./text-modal.tsx"), "TextModal");

type NewTask = { what?: string; contact?: { id: string; name: string } | null; noteId?: string };

type Props = { task?: Task | undefined; begin?: NewTask | undefined; onClose: () => void };

export function TaskModal({ task, begin = {}, onClose }: Props) {
  const { data: me } = useMe();
  const { data: team } = useRead("team.list", {});
  const { modal } = useSave("tasks", task);
  const [isTexting, setTexting] = useState(false);
  const customer = task && linksOf(task).phone ? task.contact : null;
  const people = (team ?? []).map((one) => ({ value: one.id, label: fullName(one) }));
  if (!me) return null;
  return (
    <>
      <FormModal<TaskForm>
        {...modal}
        title={task ? "Edit task" : "New task"}
        schema={taskForm}
        values={task ? valuesOf(task) : newValues(begin, me)}
        compare={{
          values: valuesOf,
          fields: [
            { name: "what", label: "What" },
            { name: "detail", label: "Detail" },
            { name: "dueDay", label: "Due", text: formatDate },
            { name: "dueTime", label: "Time" },
          ],
        }}
        draft={task ? `task ${task.id}` : `task ${begin.noteId ?? begin.contact?.id ?? ""}`}
        onClose={onClose}
      >
        <TextField name="what" label="What" required autoFocus className="md:col-span-2" />
        <TextField name="detail" label="Detail" className="md:col-span-2" />
        <DateField name="dueDay" label="Due" required means="next" write={isoDay} />
        <TextField name="dueTime" label="Time" type="time" />
        <SelectField name="personId" label="For" options={people} none="Everyone" placeholder="Everyone" />
        <SelectField name="repeat" label="Repeats" required options={REPEATS} />
        <Combobox name="contact" label="About" useOptions={useContactOptions} className="md:col-span-2" />
        {customer?.id && (
          <Button icon={MessageSquareText} onClick={() => setTexting(true)} className="justify-self-start">
            Text {customer.name}
          </Button>
        )}
      </FormModal>
      {isTexting && customer?.id && (
        <TextModal
          contactId={customer.id}
          templateId={task?.source?.templateId}
          onClose={() => setTexting(false)}
        />
      )}
    </>
  );
}

const REPEATS = Object.entries(repeatWords).map(([value, label]) => ({ value, label }));

function newValues({ what = "", contact = null, noteId }: NewTask, me: { id: string; timezone: string }) {
  return {
    ...{ what, detail: "", personId: me.id, contact, dueDay: isoDay(today(me.timezone)), dueTime: "" },
    ...{ repeat: "NONE", noteId },
  };
}

function valuesOf({ what, detail, person, contact, dueDay, dueTime, repeat }: Task) {
  const about = contact?.id ? contact : null;
  return {
    what,
    detail,
    personId: person?.id ?? null,
    contact: about,
    dueDay,
    dueTime: dueTime ?? "",
    repeat,
  };
}
