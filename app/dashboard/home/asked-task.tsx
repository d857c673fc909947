import { useEffect } from "react";
import { TaskModal } from "#components/task-modal.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { notify } from "#lib/notifications.ts";

export function AskedTask({ id, onClose }: { id: string; onClose: () => void }) {
  const isId = /^[\w-]{1,64}$/.test(id);
  const { data, error } = useRead("tasks.get", isId ? { params: { id } } : null);
  const isGone = !isId || (error !== undefined && !data);
  useEffect(() => {
    if (!isGone) return;
    notify({ type: "error", message: "The task could not be opened. It may have been deleted." });
    onClose();
  }, [isGone, onClose]);
  return data ? <TaskModal task={data} onClose={onClose} /> : null;
}
