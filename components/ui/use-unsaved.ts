import { useEffect, useRef } from "react";
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
