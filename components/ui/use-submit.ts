import { type BaseSyntheticEvent, useRef } from "react";
import { notify } from "#lib/notifications.ts";
import { checkBuild, isChunkError } from "#lib/page-state.ts";
import { NOT_LOADED, UNEXPECTED } from "#lib/unexpected.ts";

/**
 * A form's submit, one at a time: a second Enter may come before the first one's state. What could not even be checked
 * (its schema did not come) is said, and stays typed.
 */
export function useSubmit(save: (event?: BaseSyntheticEvent) => Promise<void>) {
  const saving = useRef(false);
  return async (event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    // A form opened from this one is its child to React, though not in the page.
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
