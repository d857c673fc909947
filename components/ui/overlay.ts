import { setNonce } from "get-nonce";

export const overlayClass = "fixed inset-0 z-50 animate-fade bg-[oklch(0.2_0.03_264/45%)]";

// Dialogs stop the page behind them from scrolling with a style element, which the security policy only lets
// through with the page's nonce.
if (typeof document !== "undefined") {
  const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
  if (nonce) setNonce(nonce);
}
