import { type BaseSyntheticEvent, useRef } from "react";
import { notify } from "#lib/notifications.ts";
import { checkBuild } from "#lib/page-state.ts";
import { isChunkError, NOT_LOADED, UNEXPECTED } from "#lib/unexpected.ts";

export function useSubmit(save: (event?: BaseSyntheticEvent) => Promise<void>) {
  const saving = useRef(false);
  return async (event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    // In React, a form opened from this one is its child.
    event?.stopPropagation();
    if (saving.current) return;
    saving.current = true;
    try {
      await save(event);
    } catch (error) {
      checkBuild(error);
      notify({ type: "error", message: isChunkError(error) ? NOT_LOADED : UNEXPECTED });
    } finally {
      saving.current = false;
    }
  };
}
