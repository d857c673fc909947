/** Tells the worker (public/sw.js) which sign-in the browser's session is of. */
export const KEPT_COOKIE = "loupe.kept";

/** Sign-out leaves nothing of what the worker has kept. The mark goes first: without it nothing more is kept. */
export async function forgetKept(): Promise<void> {
  // biome-ignore lint/suspicious/noDocumentCookie: a cookie store is not everywhere, and what is on its way must find none
  document.cookie = `${KEPT_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
  // There is none without https.
  const names = (await window.caches?.keys().catch(() => [])) ?? [];
  await Promise.all(names.filter((name) => name.startsWith("kept ")).map((name) => caches.delete(name)));
}

/** Whether the worker can show this page without a network. */
export async function isKept(path: string): Promise<boolean> {
  return Boolean(await window.caches?.match(path, { ignoreVary: true }).catch(() => undefined));
}
