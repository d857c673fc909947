import type { Answer, Input, Name } from "#lib/contract/contract.ts";
import type { Route } from "#lib/contract/routes.ts";
import { checkBuild, noteBuild, noteKept, unsaved } from "#lib/page-state.ts";
import { createStore } from "#lib/store.ts";
import { inTime, onFirstUse, stored } from "#lib/stored-code.ts";
import { OFFLINE, UNEXPECTED } from "#lib/unexpected.ts";

/** `status` is 500 without an answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly answer: unknown;
  /** Log reference of an unexpected error, or "". */
  readonly reference: string;
  constructor(status: number, message: string, answer?: unknown) {
    super(message);
    this.status = status;
    this.answer = answer;
    this.reference = String(Object(answer).reference ?? "");
  }
}

// Longer than the BFF's deadline, so people see the BFF's message.
const REQUEST_DEADLINE_MS = 9_500;

const loadReader = stored(() => import("#lib/contract/answer.ts"));
// First views rarely make a request.
const loadPaths = stored(() => import("#lib/contract/path.ts"));
if (typeof window !== "undefined" && process.env.BUILD) onFirstUse(() => void loadPaths().catch(() => {}));

export async function routeOf(name: Name): Promise<Route> {
  const { route } = await awaitCode(import("#lib/contract/routes.ts"));
  return route(name);
}

export function awaitCode<M>(code: Promise<M>): Promise<M> {
  return inTime(code).catch((error) => {
    checkBuild(error);
    throw unreached();
  });
}

/** The browser's only way to the host: the BFF. Requests with the same `key` count as one. Throws ApiError. */
export async function call<N extends Name>(name: N, input: Input<N>, key?: string): Promise<Answer<N>> {
  return request<N>(name, (await awaitCode(loadPaths())).urlOf(name, input), input.body, key);
}

export async function callSerialized<N extends Name>(name: N, serialized: string): Promise<Answer<N>> {
  return request<N>(name, (await awaitCode(loadPaths())).urlOfSerialized(name, serialized));
}

/** Schemas load during the request, because the first view needs none. */
async function request<N extends Name>(name: N, url: string, body?: unknown, key?: string) {
  try {
    return await ask<N>(name, url, body, key);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || name === "auth.register") throw error;
    if (unsaved.size === 0) endSession();
    else if (await sessionBack((await routeOf(name)).method !== "GET"))
      return request<N>(name, url, body, key);
    throw error;
  }
}

export async function ask<N extends Name>(
  name: N,
  url: string,
  body?: unknown,
  key?: string,
): Promise<Answer<N>> {
  const { method } = await routeOf(name);
  const reader = awaitCode(loadReader());
  // Without the parser, no mutation is sent.
  if (method !== "GET") await reader;
  else reader.catch(() => {});
  const response = await send(method, `/api/v1${withoutTrailingSlash(url)}`, body, key);
  noteBuild(response.headers.get("x-build"));
  noteKept(response.headers.get("x-kept"));
  const content = await response.text().catch(() => "");
  const answer = parse(content);
  if (!response.ok) throw new ApiError(response.status, messageOf(answer), answer);
  // The BFF passes the host's answers on unread.
  if (content !== "" && answer === undefined) throw new ApiError(502, UNEXPECTED);
  const { readAnswer } = await reader;
  try {
    return readAnswer(name, answer);
  } catch {
    throw new ApiError(500, UNEXPECTED, answer);
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
      signal: AbortSignal.timeout(REQUEST_DEADLINE_MS),
    });
  } catch {
    throw unreached();
  }
}

// crypto.randomUUID needs https, which a shop's network may lack.
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

function unreached(): ApiError {
  return new ApiError(500, navigator.onLine ? UNEXPECTED : OFFLINE);
}

// The browser uses one spelling; the BFF adds section 7's trailing slash.
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

export function endSession() {
  if (window.location.pathname.startsWith("/login")) return;
  window.location.assign(
    `/session-ended?next=${encodeURIComponent(window.location.pathname + window.location.search)}`,
  );
}

/** If a session ends while there is unsaved text, calls with 401 wait here for components/shell/shell.tsx. */
type Waiting = { promise: Promise<boolean>; resolve: (back: boolean) => void };

const waiting = createStore<Waiting | null>(null);
/** Until the next mutation. */
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

/** Whether the call may be repeated; false at once if nobody can be asked. */
function sessionBack(act: boolean): Promise<boolean> {
  if (!waiting.isWatched() || (declined && !act)) return Promise.resolve(false);
  if (!waiting.get()) waiting.set(Promise.withResolvers<boolean>());
  return waiting.get()?.promise ?? Promise.resolve(false);
}
