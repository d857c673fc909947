import { davRequest } from "tsdav";
import { type Fetch, guardedFetch } from "./guarded-fetch.ts";
import { ProviderError } from "./provider.ts";
import type { ProviderSettings } from "./settings.ts";

export type DavLogin = { user: string; password: string };

/** What a server tells of one thing of a collection; names of properties in camel case, without their namespace. */
export type DavItem = { url: string; props: Record<string, unknown> };

const NAMESPACES = { "xmlns:c": "urn:ietf:params:xml:ns:caldav", "xmlns:d": "DAV:" };

/** The guarded fetch, signed in. Our own header, for tsdav's knows no letters beyond Latin-1. */
export function davFetch(settings: ProviderSettings, { user, password }: DavLogin, ms: number): Fetch {
  const ask = guardedFetch(settings, ms);
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  return (url, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", authorization);
    return ask(url, { ...init, headers });
  };
}

/** One request to a calendar server. Throws ProviderError for all but success and the statuses of `besides`. */
export async function davAnswer(
  ask: Fetch,
  url: string,
  init: RequestInit,
  besides: number[] = [],
): Promise<Response> {
  const answer = await ask(url, init).catch((cause) => {
    throw new ProviderError("later", "The calendar server cannot be reached", { cause });
  });
  const { status, ok } = answer;
  if (ok || besides.includes(status)) return answer;
  if (status === 401) throw new ProviderError("credentials", "The calendar server does not let us in");
  if (status === 429 || status >= 500) throw new ProviderError("later", "The calendar server is busy");
  const isGone = status === 404 || status === 410;
  throw new ProviderError(
    "never",
    isGone ? "This calendar is not there any more" : `The calendar server refused this (${status})`,
  );
}

/** PROPFIND (of the properties) or REPORT (of the query) on a collection and what it holds. */
export async function davItems(
  ask: Fetch,
  url: string,
  method: "PROPFIND" | "REPORT",
  body: Record<string, object>,
): Promise<DavItem[]> {
  const answers = await davRequest({
    url,
    init: {
      method,
      headers: { depth: "1" },
      namespace: "d",
      attributes: NAMESPACES,
      body,
    },
    fetch: (input, init) => davAnswer(ask, String(input), init ?? {}),
  });
  return answers.flatMap(({ raw, href, ok, props }) => {
    // tsdav answers for a page of HTML, too.
    if (typeof raw !== "object" || raw === null || !("multistatus" in raw)) {
      throw new ProviderError("later", "The calendar server's answer cannot be understood");
    }
    // One that is gone by now does not take the rest with it.
    if (typeof href !== "string" || !ok || !props) return [];
    return [{ url: new URL(href, url).href, props }];
  });
}

/** A property's text. tsdav makes numbers and truths of what looks like them. */
export function davText(value: unknown): string | null {
  if (["string", "number", "boolean"].includes(typeof value)) return String(value);
  return hasKey(value, "_cdata") ? davText(value._cdata) : null;
}

/** The names of the elements inside a property, also where there are several of a kind. */
export function davNames(value: unknown): string[] {
  return [value].flat().flatMap((one) => (typeof one === "object" && one !== null ? Object.keys(one) : []));
}

export function hasKey<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === "object" && value !== null && key in value;
}
