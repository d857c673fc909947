import { setNonce } from "get-nonce";

/**
 * The page's nonce, required by the security policy for the style elements that Radix inserts (get-nonce).
 */
export const styleNonce =
  typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;

if (styleNonce) setNonce(styleNonce);
