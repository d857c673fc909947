import { useEffect, useRef } from "react";
import { type UnsavedForm, unsaved } from "#lib/page-state.ts";

/** <LeaveGuard> asks before leaving and then calls `discard`. With `saving` it also offers to save. */
export function useUnsaved(dirty: boolean, discard?: () => void, saving?: UnsavedForm["saving"]): void {
  const latest = useRef({ discard, saving });
  latest.current = { discard, saving };
  useEffect(() => {
    if (!dirty) return;
    const mine = Symbol();
    unsaved.set(mine, {
      discard: () => latest.current.discard?.(),
      get saving() {
        return latest.current.saving;
      },
    });
    return () => {
      unsaved.delete(mine);
    };
  }, [dirty]);
}
