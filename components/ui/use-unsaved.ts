import { useEffect, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { unsaved } from "#lib/page-state.ts";

/** <LeaveGuard> asks before leaving and then calls `discard`. */
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

/** Keeps text that was typed after the form was `sent`, and returns whether there is any. */
export function beginAnew<V>(
  form: UseFormReturn<FieldValues, unknown, V>,
  sent: FieldValues,
  values: FieldValues,
): boolean {
  const since = Object.entries(form.getValues()).filter(([name, value]) => value !== sent[name]);
  // Without this option, the form would keep saved text as unsaved.
  form.reset(values, { keepDirtyValues: false });
  for (const [name, value] of since) form.setValue(name, value, { shouldDirty: true });
  return since.length > 0;
}
