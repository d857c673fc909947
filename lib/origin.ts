import { publicOrigin } from "./env.ts";

type Asked = { url: string; headers: Headers };

/** Whether the browser says that a page of another origin (another port, a sandboxed frame) makes this request. */
export function isForeign({ url, headers }: Asked): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  const origin = headers.get("origin");
  return origin !== null && origin !== publicOrigin() && origin !== requestOrigin({ url, headers });
}

/** Whether the browser says that one of our own pages makes it. Silence is no yes. */
export function isOwn(asked: Asked): boolean {
  const site = asked.headers.get("sec-fetch-site");
  return !isForeign(asked) && (site === "same-origin" || (site === null && asked.headers.has("origin")));
}

/** The origin that the browser asked, as the nearest proxy tells; the url's own host is the server's inner name. */
function requestOrigin({ url, headers }: Asked): string {
  const host = first(headers.get("x-forwarded-host")) ?? headers.get("host") ?? new URL(url).host;
  const protocol = first(headers.get("x-forwarded-proto")) ?? new URL(url).protocol.slice(0, -1);
  return `${protocol}://${host}`;
}

function first(header: string | null): string | undefined {
  return header?.split(",")[0]?.trim();
}
