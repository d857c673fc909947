import { analytics, captcha, isHttps, strictTransport } from "./env.ts";

/** What every answer carries, page or JSON. */
export function commonHeaders(): Record<string, string> {
  const strict = strictTransport();
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    ...(strict && { "strict-transport-security": strict }),
  };
}

/** What JSON carries besides: nobody keeps it, frames it or runs anything in it. */
export function apiHeaders(): Record<string, string> {
  return {
    ...commonHeaders(),
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
  };
}

/** What somebody uploaded: a picture to look at or a file to save, never a page. Kept, and asked for again each time. */
export function fileHeaders(): Record<string, string> {
  return {
    ...apiHeaders(),
    "cache-control": "private, no-cache",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
}

/**
 * The policy of a page whose scripts and styles carry the nonce. The page that is for `booking` may be framed by other
 * sites, and may use the captcha that is configured.
 */
export function pagePolicy(nonce: string, booking = false): string {
  const dev = process.env.NODE_ENV === "development";
  const events = analytics();
  const person = booking ? captchaSources() : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    // The development overlay brings styles without a nonce, and a nonce would switch 'unsafe-inline' off.
    `style-src 'self'${person} ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    // 'strict-dynamic' would leave the worker's file to whoever wrote the script that starts it.
    "worker-src 'self'",
    `connect-src 'self'${events ? ` ${new URL(events.url).origin}` : ""}${person}${dev ? " ws:" : ""}`,
    `frame-src 'self' https:${person}`,
    `frame-ancestors ${booking ? "*" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
    ...(isHttps() ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

/**
 * What a captcha's script brings along: its scripts are trusted as it is ('strict-dynamic'), its styles, calls and frames
 * come from where it comes from, or beside (js.example.com has assets.example.com).
 */
function captchaSources(): string {
  const found = captcha();
  if (!found) return "";
  const { origin, protocol, hostname } = new URL(found.script);
  return protocol === "https:" ? ` ${origin} https://*.${hostname.replace(/^js\./, "")}` : ` ${origin}`;
}
