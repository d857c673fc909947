import { type BaseSyntheticEvent, useRef } from "react";
import { notify } from "#lib/notifications.ts";
import { askWhy, isUnloaded } from "#lib/reach.ts";
import { UNEXPECTED, UNLOADED } from "#lib/unexpected.ts";

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
      askWhy(error);
      notify({ type: "error", message: isUnloaded(error) ? UNLOADED : UNEXPECTED });
    } finally {
      saving.current = false;
    }
  };
}
