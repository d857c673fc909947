import { useEffect, useRef } from "react";
import { unsaved } from "#lib/unsaved.ts";

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
