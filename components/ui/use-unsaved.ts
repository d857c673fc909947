import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { unsaved } from "#lib/page-state.ts";

/**
 * Marks text that would be lost by leaving the screen; the frame's <LeaveGuard> asks before it is, and then calls
 * `discard`.
 */
export function useUnsaved(dirty: boolean, discard?: () => void): void {
  const latest = useRef(discard);
  latest.current = discard;
  useEffect(() => {
    if (!dirty) return;
    const mine = Symbol();
    unsaved.set(mine, () => latest.current?.());
    return () => {
      unsaved.delete(mine);
    };
  }, [dirty]);
}

/**
 * Begins a form anew with `values`, once it was saved. What was typed since it was `sent` (all its fields then) stays
 * typed, and unsaved; true if there is anything of the kind.
 */
export function beginAnew<V>(
  form: UseFormReturn<FieldValues, unknown, V>,
  sent: FieldValues,
  values: FieldValues,
): boolean {
  const since = Object.entries(form.getValues()).filter(([name, value]) => value !== sent[name]);
  // A form that follows what is given to it keeps what was typed by itself, and would call what is saved unsaved.
  form.reset(values, { keepDirtyValues: false });
  for (const [name, value] of since) form.setValue(name, value, { shouldDirty: true });
  return since.length > 0;
}
