import * as z from "zod/mini";
import type { ProviderSettings } from "#server/settings.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { ProviderError } from "./provider.ts";
import { reader } from "./reading.ts";

/** `url` is that of version 1 of its API, with its path. */
export type Unipile = NonNullable<ProviderSettings["unipile"]>;

type Input = {
  query?: Record<string, string>;
  json?: object;
  form?: FormData;
  /** Statuses that are an answer here. */
  besides?: number[];
};

// Whoever waits for a page waits no longer than that.
const WORK_MS = 7_000;
export const MAIL_MS = 30_000;
// What is longer is a list, and read in a thread of its own.
const LONGEST_ANSWER = 200_000;
/** Of a page of a hundred: JSON can take twenty times its length in memory. */
const LONGEST_PAGE = 3_000_000;
// Its address is the operator's choice, not a person's.
const SETTINGS: ProviderSettings = { allowPrivateHosts: true, unipile: null };

/** RFC 7807, as far as we tell of it. */
const problem = z.object({ type: z.catch(z.string(), ""), title: z.catch(z.string(), "") });

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Calls of Unipile for one piece of work, all of which must be done after `ms`. Throws ProviderError: `unknown` where a
 * form, that is a mail, was under way. `owner` is whose work it is: it reads one list at a time.
 */
export function unipileCalls({ url, key }: Unipile, { ms = WORK_MS, owner = "" } = {}) {
  const ask = guardedFetch(SETTINGS, ms);
  const read = reader(`unipile ${owner}`, ms);

  /** A successful answer, or one of `besides`. */
  async function bytes(
    method: Method,
    path: string,
    { query = {}, json, form, besides = [] }: Input = {},
  ): Promise<{ status: number; bytes: Uint8Array }> {
    const target = new URL(`${url}${path}`);
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
    const headers = new Headers({ "x-api-key": key, accept: "application/json" });
    let body: string | Uint8Array<ArrayBuffer> | undefined;
    if (json) {
      headers.set("content-type", "application/json");
      body = JSON.stringify(json);
    }
    if (form) {
      // The boundary is made with the body.
      const written = new Request(target, { method: "POST", body: form });
      headers.set("content-type", written.headers.get("content-type") ?? "");
      body = new Uint8Array(await written.arrayBuffer());
    }
    const answer = await ask(target, { method, headers, body }).catch((cause) => {
      const kind = form && !isBefore(cause) ? "unknown" : "later";
      throw new ProviderError(kind, "Unipile cannot be reached", { cause });
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.ok || besides.includes(answer.status)) return { status: answer.status, bytes };
    throw failure(answer.status, jsonOf(bytes), form !== undefined);
  }

  async function page(path: string, query: Input["query"]): Promise<Uint8Array> {
    const { bytes: answered } = await bytes("GET", path, { query });
    if (answered.byteLength <= LONGEST_PAGE) return answered;
    throw new ProviderError("never", "A page of Unipile's is too long");
  }

  return {
    /** Answers the JSON of the answer, null where there is none. */
    call: async (method: Method, path: string, input?: Input): Promise<{ status: number; body: unknown }> => {
      const { status, bytes: answered } = await bytes(method, path, input);
      return { status, body: jsonOf(answered) };
    },
    /** A page of a list. What people wrote into it may be long, and is read where nobody waits for it. */
    calendars: async (path: string, query: Input["query"]) =>
      read("unipileCalendars", await page(path, query)),
    events: async (path: string, query: Input["query"], timezone: string) =>
      read("unipileEvents", await page(path, query), timezone),
  };
}

export type UnipileCalls = ReturnType<typeof unipileCalls>;

/** Errors of a connection that never was. */
function isBefore(cause: unknown): boolean {
  const code = typeof cause === "object" && cause && "code" in cause ? String(cause.code) : "";
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
}

function failure(status: number, body: unknown, isMail: boolean): ProviderError {
  const { type, title } = problem.safeParse(body).data ?? { type: "", title: "" };
  const detail = title ? `: ${title.replace(/[\s\p{Cc}]+/gu, " ").slice(0, 200)}` : "";
  if (type === "errors/missing_credentials") {
    return new ProviderError("later", "Unipile does not accept this host's key");
  }
  if (status === 401 || status === 403) {
    return new ProviderError("credentials", `The provider does not let us in${detail}`);
  }
  if (status === 404) return new ProviderError("never", "This is not there any more");
  if (isMail && [500, 502, 504].includes(status)) {
    return new ProviderError("unknown", `The provider failed while it took this mail${detail}`);
  }
  if (status === 429 || (status >= 500 && status !== 501)) {
    return new ProviderError("later", `The provider asks for patience${detail}`);
  }
  return new ProviderError("never", `The provider refused this (${status})${detail}`);
}

function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.byteLength > LONGEST_ANSWER) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
