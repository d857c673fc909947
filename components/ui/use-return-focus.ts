import { useState } from "react";

/**
 * Gives the focus back to whatever had it when the dialog opened. Radix does so only for dialogs with a trigger of
 * their own, and ours are opened by rows, menus and keys.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => (typeof document === "undefined" ? null : document.activeElement));
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
  };
}
