import "server-only";

// Read at run time, so one build serves every deployment.

/** Throws if API_URL has a path, a query or credentials. */
export function apiOrigin(): string {
  const url = URL.parse(process.env.API_URL || `http://127.0.0.1:${process.env.API_PORT || 4000}`);
  const bare =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === "/" &&
    !url.search &&
    !url.hash &&
    !url.username;
  if (!bare || url.password) {
    throw new Error(
      "API_URL must be an origin like https://api.example.com, without path, query or credentials",
    );
  }
  return url.origin;
}

export function authSecret(): string {
  const secret = process.env.NEXTAUTH_SECRET;
  if (!secret)
    throw new Error("NEXTAUTH_SECRET is not set: `npm start` makes one, a deployment must bring its own");
  return secret;
}

/** During a rotation also the next or the previous one. */
export function authSecrets(): [own: string, ...others: string[]] {
  const { NEXTAUTH_SECRET_ALSO: also } = process.env;
  return also ? [authSecret(), also] : [authSecret()];
}

export function publicOrigin(): string | null {
  const value = process.env.NEXTAUTH_URL;
  if (!value) return null;
  const url = URL.parse(value);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new Error("NEXTAUTH_URL must be a URL like https://crm.example.com");
  return url.origin;
}

/** As at the host: visitors get demo stores. Search engines must not index them. */
export function isDemo(): boolean {
  return process.env.DEMO === "1";
}

/** Cookies are then Secure and have the __Host- prefix. */
export function isHttps(): boolean {
  return publicOrigin()?.startsWith("https:") ?? Boolean(process.env.VERCEL);
}

/** HSTS for a year; null without https. */
export function strictTransport(): string | null {
  if (!isHttps()) return null;
  return `max-age=31536000${process.env.HSTS_INCLUDE_SUBDOMAINS === "1" ? "; includeSubDomains" : ""}`;
}

export function analytics(): { key: string; url: string } | null {
  const key = process.env.POSTHOG_KEY;
  if (!key) return null;
  const url = process.env.POSTHOG_URL || "https://us.i.posthog.com";
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new Error("POSTHOG_URL must be a URL like https://eu.i.posthog.com");
  return { key, url };
}

/** The booking page's captcha. It runs in our page, so it must be https. */
export function captcha(): { script: string; siteKey: string } | null {
  const { CAPTCHA_SCRIPT: script, CAPTCHA_SITE_KEY: siteKey } = process.env;
  if (!script && !siteKey) return null;
  const url = URL.parse(script ?? "");
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && url.hostname === "127.0.0.1");
  if (!isSafe || !siteKey) {
    throw new Error(
      "CAPTCHA_SCRIPT must be like https://challenges.example.com/api.js, with CAPTCHA_SITE_KEY",
    );
  }
  return { script: url.href, siteKey };
}

export function bookDemoUrl(): string {
  return publicLink(process.env.BOOK_A_DEMO_URL);
}

export function supportUrl(): string {
  return publicLink(process.env.SUPPORT_URL);
}

/** The embedded form that creates automations. It has its origin's rights, so it must be another origin, over https. */
export function aiFormUrl(): string | null {
  const url = URL.parse(process.env.AI_FORM_URL ?? "");
  return url?.protocol === "https:" && url.origin !== publicOrigin() ? url.href : null;
}

/** The frame has the rights of its origin, too. */
export function websiteFrameUrl(): string {
  const url = URL.parse(process.env.WEBSITE_BUILDER_FRAME_URL ?? "");
  const fits = url?.protocol === "https:" && url.origin !== publicOrigin();
  return fits ? url.href : "https://web.miniextensions.com/";
}

function publicLink(value: string | undefined): string {
  return value && /^(https?:\/\/|mailto:)/.test(value) ? value : "mailto:support@example.com";
}
