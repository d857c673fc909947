const HOME = "/dashboard";

/** Where to go after signing in: the page that was wanted if it is one of ours below /dashboard, else home. */
export function safeNext(value: string | null | undefined): string {
  if (!value || value.length > 2000 || /[\\\p{Cc}]/u.test(value) || !value.startsWith(HOME)) return HOME;
  // The URL parser resolves dot segments, also encoded ones, as the browser will.
  const url = URL.parse(value, "http://here");
  if (
    url?.origin !== "http://here" ||
    !/^\/dashboard(\/|$)/.test(url.pathname) ||
    url.pathname.includes("//")
  ) {
    return HOME;
  }
  return url.pathname + url.search + url.hash;
}
