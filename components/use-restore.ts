import { useCallback } from "react";
import { useSWRConfig } from "swr";
import { refresh } from "#lib/api/cache.ts";
import { routeOf } from "#lib/api/call.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { Answer } from "#lib/contract/contract.ts";
import { notify, undoable } from "#lib/notifications.ts";
import { inWords } from "#lib/text.ts";
import { useMay } from "./shell/use-me.ts";

export function useRestore(): (id: string) => Promise<boolean> {
  const { act } = useAct("trash.restore");
  const { cache, mutate } = useSWRConfig();
  return useCallback(
    async (id) => {
      const outcome = await act({ params: { id } });
      if (outcome.ok) notify({ type: "success", message: sentence(outcome.answer) });
      else {
        const { invalidates = [] } = await routeOf("trash.restore");
        refresh({ cache, mutate }, "trash", "update", invalidates);
      }
      return outcome.ok;
    },
    [act, cache, mutate],
  );
}

function sentence({ kind, name, also }: Answer<"trash.restore">): string {
  const what = kind === "note" ? "The note" : kind === "sale" ? "The sale" : name || "It";
  const is = `${what} is back${kind === "wish" ? " on the waiting list" : ""}`;
  return also.length > 0 ? `${is}, with ${inWords(also.map((one) => one.name))}` : is;
}

export function useUndoDelete() {
  const restore = useRestore();
  const may = useMay()("trash.restore");
  const undo = useCallback((id: string) => undoable(() => restore(id)), [restore]);
  return may ? undo : undefined;
}
