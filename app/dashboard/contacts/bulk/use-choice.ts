import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { singleKeysOn } from "#components/shell/browser-choices.ts";
import { BULK_STEP } from "#lib/contract/segment-terms.ts";

type Chosen = { of: string; ids: ReadonlySet<string>; isAll: boolean };
const NONE: ReadonlySet<string> = new Set();

export function useChoice(rows: readonly { id: string }[] | undefined, of: string, isOn: boolean) {
  const [state, setState] = useState<Chosen>({ of, ids: NONE, isAll: false });
  const { ids, isAll } = state.of === of ? state : { ids: NONE, isAll: false };
  const latest = useRef({ rows, ids, isAll, of });
  latest.current = { rows, ids, isAll, of };
  const last = useRef("");
  const set = useCallback((ids: ReadonlySet<string>, isAll: boolean) => {
    setState({ of: latest.current.of, ids, isAll });
  }, []);

  const toggle = useCallback(
    (id: string, isSpan = false) => {
      const { rows = [], ids, isAll } = latest.current;
      const becomes = ids.has(id) === isAll;
      const at = rows.findIndex((row) => row.id === id);
      const from = isSpan ? rows.findIndex((row) => row.id === last.current) : -1;
      const span = from < 0 ? [{ id }] : rows.slice(Math.min(from, at), Math.max(from, at) + 1);
      last.current = id;
      const next = new Set(ids);
      for (const row of span) {
        if (becomes === isAll) next.delete(row.id);
        else next.add(row.id);
      }
      if (!isAll || next.size <= BULK_STEP) set(next, isAll);
    },
    [set],
  );
  const clear = useCallback(() => set(NONE, false), [set]);
  const chooseLoaded = useCallback(
    () => set(new Set(latest.current.rows?.map(({ id }) => id)), false),
    [set],
  );
  const chooseAll = useCallback(() => set(NONE, true), [set]);
  const any = isAll || ids.size > 0;

  useEffect(() => {
    if (!isOn) return;
    function press(event: KeyboardEvent) {
      const { key, target, repeat } = event;
      if (event.defaultPrevented || repeat || isTyping(target)) return;
      if (document.querySelector("[role=dialog],[role=alertdialog],[role=menu],[role=listbox]")) return;
      const isCommand = event.metaKey || event.ctrlKey;
      const row = document.activeElement?.closest<HTMLElement>("tr[data-row]");
      if (isCommand && key === "a") chooseLoaded();
      else if (key === "Escape" && any) clear();
      else if (key === "x" && !isCommand && !event.altKey && singleKeysOn() && row)
        toggle(row.dataset.row ?? "");
      else return;
      event.preventDefault();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn, any, toggle, clear, chooseLoaded]);

  return useMemo(
    () => ({ ids, isAll, any, toggle, clear, chooseLoaded, chooseAll }),
    [ids, isAll, any, toggle, clear, chooseLoaded, chooseAll],
  );
}

export type Choice = ReturnType<typeof useChoice>;

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return target.type !== "checkbox" && target.type !== "radio";
  return target.isContentEditable || target.matches("textarea, select");
}
