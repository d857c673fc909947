import * as z from "zod/mini";
import { ProviderError } from "#server/platform/errors.ts";
import type { ProviderSettings } from "#server/platform/settings.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { reader } from "./reading.ts";

export type Unipile = NonNullable<ProviderSettings["unipile"]>;

type Input = {
  query?: Record<string, string>;
  json?: object;
  /** An email. If its request fails, it may still have been sent. */
  form?: FormData;
  /** Statuses to return instead of throwing. */
  accepted?: number[];
};

const WORK_MS = 7_000;
export const MAIL_MS = 30_000;
// Longer answers are lists and are parsed in a thread.
const MAX_JSON = 200_000;
/** A page of a hundred. Parsed JSON can take twenty times its size in memory. */
const MAX_PAGE = 3_000_000;
// The operator chooses this address, not a user.
const SETTINGS: ProviderSettings = { allowPrivateHosts: true, unipile: null };

const problem = z.object({ type: z.catch(z.string(), ""), title: z.catch(z.string(), "") });

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** All calls together finish within `ms`. Throws ProviderError, `unknown` if an email was in transit. */
export function unipileCalls({ url, key }: Unipile, { ms = WORK_MS, owner = "" } = {}) {
  const ask = guardedFetch(SETTINGS, ms);
  const read = reader(`unipile ${owner}`, ms);

  async function request(
    method: Method,
    path: string,
    { query = {}, json, form, accepted = [] }: Input = {},
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
      const written = new Request(target, { method: "POST", body: form });
      headers.set("content-type", written.headers.get("content-type") ?? "");
      body = new Uint8Array(await written.arrayBuffer());
    }
    const answer = await ask(target, { method, headers, body }).catch((cause) => {
      const kind = form && !isConnectFailure(cause) ? "unknown" : "later";
      throw new ProviderError(kind, "Unipile can't be reached", { cause });
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (answer.ok || accepted.includes(answer.status)) return { status: answer.status, bytes };
    throw errorFor(answer.status, jsonOf(bytes), form !== undefined);
  }

  async function page(path: string, query: Input["query"]): Promise<Uint8Array> {
    const { bytes: answered } = await request("GET", path, { query });
    if (answered.byteLength <= MAX_PAGE) return answered;
    throw new ProviderError("never", "A page from Unipile is too long");
  }

  return {
    call: async (method: Method, path: string, input?: Input): Promise<{ status: number; body: unknown }> => {
      const { status, bytes: answered } = await request(method, path, input);
      return { status, body: jsonOf(answered) };
    },
    calendars: async (path: string, query: Input["query"]) =>
      read("unipileCalendars", await page(path, query)),
    events: async (path: string, query: Input["query"], timezone: string) =>
      read("unipileEvents", await page(path, query), timezone),
  };
}

export type UnipileCalls = ReturnType<typeof unipileCalls>;

function isConnectFailure(cause: unknown): boolean {
  const code = typeof cause === "object" && cause && "code" in cause ? String(cause.code) : "";
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
}

function errorFor(status: number, body: unknown, isMail: boolean): ProviderError {
  const { type, title } = problem.safeParse(body).data ?? { type: "", title: "" };
  const detail = title ? `: ${title.replace(/[\s\p{Cc}]+/gu, " ").slice(0, 200)}` : "";
  if (type === "errors/missing_credentials") {
    return new ProviderError("later", "Unipile rejected this host's API key");
  }
  if (status === 401 || status === 403) {
    return new ProviderError("credentials", `The provider rejected our sign-in${detail}`);
  }
  if (status === 404) return new ProviderError("never", "This no longer exists");
  if (isMail && [500, 502, 504].includes(status)) {
    return new ProviderError("unknown", `The provider failed while accepting this email${detail}`);
  }
  if (status === 429 || (status >= 500 && status !== 501)) {
    return new ProviderError("later", `The provider asked us to try again later${detail}`);
  }
  return new ProviderError("never", `The provider refused the request (${status})${detail}`);
}

function jsonOf(bytes: Uint8Array): unknown {
  if (bytes.byteLength > MAX_JSON) return null;
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
