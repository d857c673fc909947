import { setNonce } from "get-nonce";

/**
 * The page's nonce: the security policy lets no style element through without it. What Radix opens brings some: a select
 * hides the scroll bar of its list, and whatever lies over the page stops what is behind it from scrolling (get-nonce).
 */
export const styleNonce =
  typeof document === "undefined"
    ? undefined
    : document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;

if (styleNonce) setNonce(styleNonce);
