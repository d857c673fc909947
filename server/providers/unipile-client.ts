import * as z from "zod/mini";
import { guardedFetch } from "./guarded-fetch.ts";
import { ProviderError } from "./provider.ts";
import type { ProviderSettings } from "./settings.ts";

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
// Its address is the operator's choice, not a person's.
const SETTINGS: ProviderSettings = { allowPrivateHosts: true, unipile: null };

/** RFC 7807, as far as we tell of it. */
const problem = z.object({ type: z.catch(z.string(), ""), title: z.catch(z.string(), "") });

/**
 * Calls of Unipile for one piece of work, all of which must be done after `ms`. Each answers its JSON, null where there
 * is none. Throws ProviderError: `unknown` where a form, that is a mail, was under way.
 */
export function unipileCalls({ url, key }: Unipile, ms = WORK_MS) {
  const ask = guardedFetch(SETTINGS, ms);
  return async (
    method: "GET" | "POST" | "PATCH" | "DELETE",
    path: string,
    { query = {}, json, form, besides = [] }: Input = {},
  ): Promise<{ status: number; body: unknown }> => {
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
    const answered = jsonOf(await answer.text());
    if (answer.ok || besides.includes(answer.status)) return { status: answer.status, body: answered };
    throw failure(answer.status, answered, form !== undefined);
  };
}

export type UnipileCall = ReturnType<typeof unipileCalls>;

/** Errors of a connection that never was. */
function isBefore(cause: unknown): boolean {
  const code = typeof cause === "object" && cause && "code" in cause ? String(cause.code) : "";
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code);
}

function failure(status: number, body: unknown, isMail: boolean): ProviderError {
  const { type, title } = problem.safeParse(body).data ?? { type: "", title: "" };
  const said = title ? `: ${title.replace(/[\s\p{Cc}]+/gu, " ").slice(0, 200)}` : "";
  if (type === "errors/missing_credentials") {
    return new ProviderError("later", "Unipile does not accept this host's key");
  }
  if (status === 401 || status === 403) {
    return new ProviderError("credentials", `The provider does not let us in${said}`);
  }
  if (status === 404) return new ProviderError("never", "This is not there any more");
  if (isMail && [500, 502, 504].includes(status)) {
    return new ProviderError("unknown", `The provider failed while it took this mail${said}`);
  }
  if (status === 429 || (status >= 500 && status !== 501)) {
    return new ProviderError("later", `The provider asks for patience${said}`);
  }
  return new ProviderError("never", `The provider refused this (${status})${said}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
