import { useEffect } from "react";
import { unsaved } from "#lib/unsaved.ts";

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
