import { useCallback } from "react";
import { confirm, type Question } from "#components/ui/confirm.tsx";
import type { Outcome } from "#lib/api/act.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { ActName } from "#lib/contract/contract.ts";
import { useUndoDelete } from "./use-restore.ts";

type RemovalName = Extract<ActName, `${string}.delete`>;

export function useRemoval(
  name: RemovalName,
): (id: string, question: Question) => Promise<Outcome<RemovalName> | null> {
  const undo = useUndoDelete();
  const { act } = useAct(name, { undo });
  return useCallback(
    async (id, question) => {
      if (!(await confirm(question))) return null;
      focusAfter(id);
      return act({ params: { id } });
    },
    [act],
  );
}

/** Focuses the next row, else New, else the heading. Call it before the row goes. */
export function focusAfter(id: string) {
  const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`);
  const next = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>(
    "a, button",
  );
  setTimeout(() => (next ?? newOrHeading())?.focus());
}

function newOrHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-shortcut="n"]') ?? mainHeading();
}

export function focusHeading(): void {
  mainHeading()?.focus();
}

function mainHeading(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>("#main h1");
  heading?.setAttribute("tabindex", "-1");
  return heading;
}
