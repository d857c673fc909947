const ADVICE = "Install the newest version of Node 22 or 24.";

/** What is wrong with the host's time zone data, or null. `web`: the web app's version. */
export function timeDataWarning(now: Date, host: string, web = host): string | null {
  const year = Number(host.slice(0, 4));
  if (!year) return `Node doesn’t say which time zone data it uses. ${ADVICE}`;
  if (now.getUTCFullYear() - year > 1) return `The time zone data (${host}) is over a year old. ${ADVICE}`;
  return host === web
    ? null
    : `The web app has other time zone data (${web}) than the host (${host}). ${ADVICE}`;
}
