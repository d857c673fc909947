import { ProviderError } from "#server/platform/errors.ts";
import type { ProviderSettings } from "#server/platform/settings.ts";
import { type Fetch, guardedFetch } from "./guarded-fetch.ts";
import { type Read, reader } from "./reading.ts";

/** Each store parses one answer at a time, for all of its accounts. */
export type DavLogin = { user: string; password: string; organizationId?: string };

export type Dav = { ask: Fetch; read: Read };

export function davConnection(
  settings: ProviderSettings,
  { user, password, organizationId }: DavLogin,
  url: string,
  ms: number,
): Dav {
  const ask = guardedFetch(settings, ms);
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  return {
    ask: (to, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", authorization);
      return ask(to, { ...init, headers });
    },
    read: reader(organizationId ? `store ${organizationId}` : `${user}@${url}`, ms),
  };
}

/** Throws unless the status is a success or in `accepted`. */
export async function davAnswer(
  { ask }: Dav,
  url: string,
  init: RequestInit,
  accepted: number[] = [],
): Promise<Response> {
  const answer = await ask(url, init).catch((cause) => {
    throw new ProviderError("later", "The calendar server can't be reached", { cause });
  });
  const { status, ok } = answer;
  if (ok || accepted.includes(status)) return answer;
  if (status === 401) throw new ProviderError("credentials", "The calendar server rejected our sign-in");
  if (status === 429 || status >= 500) throw new ProviderError("later", "The calendar server is busy");
  const isGone = status === 404 || status === 410;
  throw new ProviderError(
    "never",
    isGone ? "This calendar no longer exists" : `The calendar server refused the request (${status})`,
  );
}

const NAMESPACES = 'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"';

export async function davFind(dav: Dav, url: string, depth: "0" | "1", props: string[]): Promise<Uint8Array> {
  const prop = props.map((name) => `<${name}/>`).join("");
  return xmlAnswer(
    dav,
    url,
    "PROPFIND",
    depth,
    `<d:propfind ${NAMESPACES}><d:prop>${prop}</d:prop></d:propfind>`,
  );
}

export async function davQuery(dav: Dav, url: string, filter: string): Promise<Uint8Array> {
  const query = `<c:calendar-query ${NAMESPACES}><d:prop><d:getetag/><c:calendar-data/></d:prop>
<c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">${filter}</c:comp-filter></c:comp-filter></c:filter>
</c:calendar-query>`;
  return xmlAnswer(dav, url, "REPORT", "1", query);
}

async function xmlAnswer(dav: Dav, url: string, method: string, depth: string, body: string) {
  const headers = { "content-type": "text/xml; charset=utf-8", depth };
  const xml = `<?xml version="1.0" encoding="utf-8"?>\n${body}`;
  return new Uint8Array(await (await davAnswer(dav, url, { method, headers, body: xml })).arrayBuffer());
}

export function xmlText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
