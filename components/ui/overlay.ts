import { setNonce } from "get-nonce";
import { useState } from "react";

export const overlayClass = "fixed inset-0 z-50 animate-fade bg-[oklch(0.2_0.03_264/45%)]";

// Dialogs stop the page behind them from scrolling with a style element, which the security policy only lets
// through with the page's nonce.
if (typeof document !== "undefined") {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) setNonce(nonce);
}

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
