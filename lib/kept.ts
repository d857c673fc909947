/** Tells the service worker (public/sw.js) the session's sign-in. */
export const KEPT_COOKIE = "loupe.kept";

/** The cookie goes first, so the service worker stores nothing more. */
export async function forgetKept(): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API, and requests must not send the cookie
  document.cookie = `${KEPT_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
  // No caches without https.
  const names = (await window.caches?.keys().catch(() => [])) ?? [];
  await Promise.all(names.filter((name) => name.startsWith("kept ")).map((name) => caches.delete(name)));
}

/** Whether the service worker can show this page offline. */
export async function isKept(path: string): Promise<boolean> {
  return Boolean(await window.caches?.match(path, { ignoreVary: true }).catch(() => undefined));
}
