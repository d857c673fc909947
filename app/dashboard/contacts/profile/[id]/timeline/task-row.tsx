"use client";
import clsx from "clsx";
import { useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Tick } from "#components/tick.tsx";
import { part } from "#components/ui/part.tsx";
import { useFinishTask } from "#components/use-finish-task.ts";
import type { Task } from "#lib/contract/tasks.ts";
import { today, writeDay } from "#lib/dates.ts";
import { dueWords, taskLine } from "#lib/task-words.ts";

const TaskModal = part(() => import("#components/task-modal.tsx"), "TaskModal");

type Props = { task: Task; isFirst: boolean; isLast: boolean };

export function TaskRow({ task, isFirst, isLast }: Props) {
  const { data: me } = useMe();
  const finish = useFinishTask();
  const [isEdited, setEdited] = useState(false);
  const day = writeDay(today(me?.timezone)).slice(0, 10);
  const { text, late } = dueWords(task, day);
  const line = taskLine(
    { ...task, contact: null },
    { me: me?.id, ...(me?.timezone && { timezone: me.timezone }) },
  );
  return (
    <li
      data-row=""
      tabIndex={-1}
      className={clsx("timeline-row", isFirst && "is-first", isLast && "is-last")}
    >
      <span className="relative flex size-7 items-center justify-center rounded-full bg-card ring-3 ring-card">
        <Tick name={task.what} done={task.doneAt !== null} onChange={() => finish(task)} />
      </span>
      <div className="min-w-0">
        <div className="pt-1 leading-5">
          <button
            type="button"
            onClick={() => setEdited(true)}
            onPointerEnter={TaskModal.load}
            onFocus={TaskModal.load}
            className="tap max-w-full text-left font-medium wrap-anywhere hover:underline"
          >
            {task.what}
          </button>
        </div>
        <div className="timeline-meta">{["Task", line].filter(Boolean).join(" · ")}</div>
      </div>
      <div className="timeline-when">
        <time dateTime={task.dueDay} className={clsx(late && "font-semibold text-danger")}>
          {late || text === "Today" ? text : `Due ${text}`}
        </time>
      </div>
      {isEdited && <TaskModal task={task} onClose={() => setEdited(false)} />}
    </li>
  );
}
