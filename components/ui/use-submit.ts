import { type BaseSyntheticEvent, useRef } from "react";

/** A form's submit, one at a time: a second Enter may come before the first one's state. */
export function useSubmit(save: (event?: BaseSyntheticEvent) => Promise<void>) {
  const saving = useRef(false);
  return async (event?: BaseSyntheticEvent) => {
    event?.preventDefault();
    // A form opened from this one is its child to React, though not in the page.
    event?.stopPropagation();
    if (saving.current) return;
    saving.current = true;
    await save(event).finally(() => {
      saving.current = false;
    });
  };
}
