import { useEffect } from "react";

/** One mark per form that holds unsaved text. */
export const unsaved = new Set<symbol>();

/** Marks text that would be lost by leaving the screen; the frame's <LeaveGuard> asks before it is. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    const mine = Symbol();
    unsaved.add(mine);
    return () => {
      unsaved.delete(mine);
    };
  }, [dirty]);
}
