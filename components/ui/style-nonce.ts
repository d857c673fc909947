import { setNonce } from "get-nonce";

/** Radix inserts style elements (get-nonce), which need the security policy's nonce. */
export const styleNonce =
  typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;

if (styleNonce) setNonce(styleNonce);
