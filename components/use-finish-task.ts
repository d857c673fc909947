import { useCallback } from "react";
import { useAct } from "#lib/api/use-act.ts";
import type { Task } from "#lib/contract/tasks.ts";
import { notify } from "#lib/notifications.ts";

export function useFinishTask(): (task: Task) => Promise<void> {
  const { act } = useAct("tasks.setDone");
  return useCallback(
    async ({ id, what }) => {
      const params = { id };
      if (!(await act({ params, body: { done: true } })).ok) return;
      const back = () => void act({ params, body: { done: false } });
      notify({
        type: "success",
        message: `Done: ${what}`,
        undo: { until: Date.now() + 10_000, mails: false, run: back },
      });
    },
    [act],
  );
}
