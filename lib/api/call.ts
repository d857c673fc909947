import type { Answer, Input, Name } from "#lib/contract/contract.ts";
import { urlOf } from "#lib/contract/path.ts";
import { route } from "#lib/contract/routes.ts";
import { noteBuild, noteKept, unsaved } from "#lib/page-state.ts";
import { createStore } from "#lib/store.ts";
import { OFFLINE, UNEXPECTED } from "#lib/unexpected.ts";
import { whenIdle } from "#lib/when-idle.ts";

/**
 * A failed call: the host's status (500 where there was none), its message or the generic sentence, and the parsed
 * body, of which the row's `conflict` may read more.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly answer: unknown;
  /** By what whoever runs the host finds out what nobody foresaw; "" of any other failure. */
  readonly reference: string;
  constructor(status: number, message: string, answer?: unknown) {
    super(message);
    this.status = status;
    this.answer = answer;
    this.reference = String(Object(answer).reference ?? "");
  }
}

// A little longer than the BFF waits for the host, so that its answer is the one people see.
const DEADLINE = 9_500;

const loadReader = whenIdle(() => import("#lib/contract/answer.ts"));

/**
 * The browser's only door to the host, through the BFF on its own origin. Reads the answer by the row's schema. A
 * repeat with the same `key` is the same request to a host that honours keys.
 * Throws ApiError, whatever went wrong.
 */
export async function call<N extends Name>(name: N, input: Input<N>, key?: string): Promise<Answer<N>> {
  return request<N>(name, urlOf(name, input), input.body, key);
}

/**
 * The same for a url that is already built (a cache key holds one). The schemas come while the host is being asked:
 * the first view needs none, because the server has read its answers already.
 */
export async function request<N extends Name>(
  name: N,
  url: string,
  body?: unknown,
  key?: string,
): Promise<Answer<N>> {
  try {
    return await ask<N>(name, url, body, key);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || name === "auth.register") throw error;
    if (unsaved.size === 0) endSession();
    else if (await sessionBack(route(name).method !== "GET")) return request<N>(name, url, body, key);
    throw error;
  }
}

/** A call that leaves the end of a session to whoever makes it. */
export async function ask<N extends Name>(
  name: N,
  url: string,
  body?: unknown,
  key?: string,
): Promise<Answer<N>> {
  const { method } = route(name);
  const reader = loadReader().catch(() => {
    throw unreached();
  });
  // Nothing is changed whose answer could not be read.
  if (method !== "GET") await reader;
  else reader.catch(() => {});
  const response = await send(method, `/api/v1${withoutTrailingSlash(url)}`, body, key);
  noteBuild(response.headers.get("x-build"));
  noteKept(response.headers.get("x-kept"));
  const content = await response.text().catch(() => "");
  if (!response.ok) {
    const answer = parse(content);
    throw new ApiError(response.status, messageOf(answer), answer);
  }
  try {
    const { readAnswer } = await reader;
    return readAnswer(name, parse(content));
  } catch {
    throw new ApiError(500, UNEXPECTED);
  }
}

async function send(method: string, url: string, body: unknown, key?: string): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: {
        "x-request-id": randomKey(),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(key && { "idempotency-key": key }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(DEADLINE),
    });
  } catch {
    throw unreached();
  }
}

// crypto.randomUUID is missing on plain http, as in a shop's own network.
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

function unreached(): ApiError {
  return new ApiError(500, navigator.onLine ? UNEXPECTED : OFFLINE);
}

// One spelling for the browser, slash or none in section 7; the BFF asks the host with section 7's.
function withoutTrailingSlash(url: string): string {
  return url.replace(/\/(?=\?|$)/, "");
}

export function messageOf(answer: unknown): string {
  const { message } = Object(answer);
  return typeof message === "string" && message !== "" ? message : UNEXPECTED;
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

/** The host no longer knows the session of that call: sign in again (unless that was done already), then come back. */
export function endSession() {
  if (window.location.pathname.startsWith("/login")) return;
  window.location.assign(
    `/session-ended?next=${encodeURIComponent(window.location.pathname + window.location.search)}`,
  );
}

/**
 * A session that has ended under unsaved text is taken up again where it ended: calls that the host answers with 401
 * wait here while the frame (components/shell/session-lost.tsx) asks the person to sign in.
 */
type Waiting = { promise: Promise<boolean>; resolve: (back: boolean) => void };

const waiting = createStore<Waiting | null>(null);
/** Somebody wants to look at their text first: only their next act asks again. */
let declined = false;

export const sessionLost = {
  subscribe: waiting.subscribe,
  get: () => waiting.get() !== null,
  getOnServer: () => false,
  /** `back`: the same person is signed in again. */
  answer(back: boolean) {
    declined = !back;
    waiting.get()?.resolve(back);
    waiting.set(null);
  },
};

/** Resolves to whether the call may be made again; at once where nobody can be asked. */
function sessionBack(act: boolean): Promise<boolean> {
  if (!waiting.isWatched() || (declined && !act)) return Promise.resolve(false);
  if (!waiting.get()) waiting.set(Promise.withResolvers<boolean>());
  return waiting.get()?.promise ?? Promise.resolve(false);
}
