import { analytics, captcha, isDemo, isHttps, strictTransport } from "./env.ts";

export function commonHeaders(): Record<string, string> {
  const strict = strictTransport();
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "permissions-policy": "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    ...(isDemo() && { "x-robots-tag": "noindex, nofollow" }),
    ...(strict && { "strict-transport-security": strict }),
  };
}

/** Not cached, framed or executed. */
export function apiHeaders(): Record<string, string> {
  return {
    ...commonHeaders(),
    "cache-control": "private, no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
  };
}

export function fileHeaders(isPublic: boolean): Record<string, string> {
  return {
    ...apiHeaders(),
    "cache-control": isPublic ? "public, max-age=86400" : "private, no-cache",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
}

/** Scripts and styles carry the nonce. Other sites may frame the booking page, which may have a captcha. */
export function pagePolicy(nonce: string, booking = false): string {
  const dev = process.env.NODE_ENV === "development";
  const events = analytics();
  const person = booking ? captchaSources() : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    // The development overlay has styles without a nonce, and a nonce would disable 'unsafe-inline'.
    `style-src 'self'${person} ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    // With 'strict-dynamic', any trusted script could start any worker.
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

/** Its scripts are trusted ('strict-dynamic'); the rest may come from sibling hosts (assets. beside js.example.com). */
function captchaSources(): string {
  const found = captcha();
  if (!found) return "";
  const { origin, protocol, hostname } = new URL(found.script);
  return protocol === "https:" ? ` ${origin} https://*.${hostname.replace(/^js\./, "")}` : ` ${origin}`;
}
