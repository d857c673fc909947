const HOME = "/dashboard";

/** Where to go after signing in: the page that was wanted if it is one of ours below /dashboard, else home. */
export function safeNext(value: string | null | undefined): string {
  if (!value || value.length > 2000 || /[\\\p{Cc}]/u.test(value) || !value.startsWith(HOME)) return HOME;
  // The URL parser resolves dot segments, also encoded ones, as the browser will.
  const { pathname, search, hash } = new URL(value, "http://here");
  const below = /^\/dashboard(\/|$)/.test(pathname) && !pathname.includes("//");
  return below ? pathname + search + hash : HOME;
}
