"use client";
import clsx from "clsx";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Tick } from "#components/tick.tsx";
import { Button } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";
import { useFinishTask } from "#components/use-finish-task.ts";
import { useCan, useRead } from "#lib/api/use-read.ts";
import type { Task } from "#lib/contract/tasks.ts";
import { today, writeDay } from "#lib/dates.ts";
import { dueWords, taskLine } from "#lib/task-words.ts";

const TaskModal = part(() => import("#components/task-modal.tsx").then((module) => module.TaskModal));

type Props = { contact: { id: string; name: string } };

/** What is to do about a contact, and one more; nothing where the host knows no tasks. */
export function ContactTasks(props: Props) {
  return useCan()("tasks.list") ? <Tasks {...props} /> : null;
}

function Tasks({ contact }: Props) {
  const { data: me } = useMe();
  const { data, error } = useRead("tasks.list", { query: { contact: contact.id, limit: 100 } });
  const finish = useFinishTask();
  const [edited, setEdited] = useState<Task | "new" | null>(null);
  const day = writeDay(today(me?.timezone)).slice(0, 10);
  const words = { me: me?.id, ...(me?.timezone && { timezone: me.timezone }) };

  return (
    <section aria-label="Tasks" className="border-t">
      <header className="flex min-h-14 items-center gap-2.5 px-4 py-2.5">
        <h2 className="min-w-0 flex-1">Tasks</h2>
        <Button onPointerEnter={TaskModal.load} onFocus={TaskModal.load} onClick={() => setEdited("new")}>
          <Plus size={16} aria-hidden="true" />
          Task
        </Button>
      </header>
      {error && !data && <p className="px-4 pb-4 text-muted-foreground">Tasks could not be read.</p>}
      {data?.length === 0 && <p className="px-4 pb-4 text-muted-foreground">Nothing to do.</p>}
      <ul className="pb-1.5 empty:hidden">
        {data?.map((task) => {
          const { text, late } = dueWords(task, day);
          const line = taskLine({ ...task, contact: null }, words);
          return (
            <li
              key={task.id}
              data-row={task.id}
              className="relative flex min-h-12 items-center gap-3 px-4 hover:bg-accent"
            >
              <Tick name={task.what} done={task.doneAt !== null} onChange={() => finish(task)} />
              <span className="min-w-0 flex-1 py-1">
                <button
                  type="button"
                  data-row-main=""
                  onClick={() => setEdited(task)}
                  className="row-title block max-w-full truncate text-left font-medium"
                >
                  {task.what}
                </button>
                <small className="block truncate text-muted-foreground text-sm">
                  <span className={clsx(late && "font-semibold text-danger")}>{text}</span>
                  {line && ` · ${line}`}
                </small>
              </span>
            </li>
          );
        })}
      </ul>
      {edited && (
        <TaskModal
          task={edited === "new" ? undefined : edited}
          begin={{ contact }}
          onClose={() => setEdited(null)}
        />
      )}
    </section>
  );
}
