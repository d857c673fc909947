import "server-only";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { Agent, type Dispatcher, request as send } from "undici";
import { readAnswer } from "./contract/answer.ts";
import { clientAddress } from "./contract/client-address.ts";
import type { Answer, Input, Name } from "./contract/contract.ts";
import type { Method } from "./contract/endpoint.ts";
import { fileTypes } from "./contract/file-terms.ts";
import { urlOf } from "./contract/path.ts";
import { isComplete, route } from "./contract/routes.ts";
import { apiOrigin } from "./env.ts";
import { MINUTE } from "./time/zone.ts";
import { currentSpan, traced } from "./trace/trace.ts";
import { UNEXPECTED } from "./unexpected.ts";

/** 502: invalid answer. 504: timeout. */
export class HostError extends Error {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly answer: unknown;
  constructor(status: number, message = UNEXPECTED, retryAfter?: string, answer?: unknown) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.answer = answer;
  }
}

type Options = {
  token?: string;
  /** X-Forwarded-For as received. incoming.ts or the platform's proxy appended the client's address. */
  forwardedFor?: string | null;
  userAgent?: string;
  signal?: AbortSignal;
  /** For the whole answer. */
  timeoutMs?: number;
  maxBytes?: number;
};

export type HostRequest = Options & {
  method: Method;
  /** Below /api/v1, with the query string. */
  path: string;
  body?: string | Uint8Array;
  contentType?: string;
  requestId?: string;
  idempotencyKey?: string;
  ifNoneMatch?: string;
};

type HostAnswer = { status: number; bytes: Buffer<ArrayBuffer> };

// Eight seconds, so a message is on the screen within ten.
const TIMEOUT = 8_000;
// The host creates a file before its first byte.
const FILE_BEGINS = 60_000;
const FILE_TIMEOUT = 10 * 60_000;
const MAX_BYTES = 10_000_000;

const agent = new Agent({ allowH2: false });

export async function hostCall<N extends Name>(name: N, input: Input<N> & Options): Promise<Answer<N>> {
  const { method } = route(name);
  const { token, forwardedFor, userAgent, signal, timeoutMs, maxBytes } = input;
  const body = input.body === undefined ? undefined : JSON.stringify(input.body);
  const path = pathOf(name, input);
  const { bytes } = await forward({
    ...{ method, path, body, token, forwardedFor, userAgent },
    ...{ signal, timeoutMs, maxBytes },
  });
  try {
    return readAnswer(name, bytes.length > 0 ? JSON.parse(bytes.toString()) : null);
  } catch {
    throw new HostError(502);
  }
}

let completeAt = Number.NEGATIVE_INFINITY;

/** A host without /capabilities offers only section 7. That it is complete is remembered for a minute. */
export async function askComplete(options: Options): Promise<boolean> {
  if (Date.now() - completeAt < MINUTE) return true;
  try {
    const found = isComplete(await hostCall("capabilities.list", options));
    if (found) completeAt = Date.now();
    return found;
  } catch (error) {
    if (error instanceof HostError && error.status === 404) return false;
    throw error;
  }
}

/**
 * Sends a request unchanged. Throws HostError unless the answer is 2xx and claims to be JSON, or is empty. The
 * caller parses it.
 */
export async function forward(request: HostRequest): Promise<HostAnswer> {
  const signal = within(request.timeoutMs ?? TIMEOUT, request);
  const url = hostUrl(request);
  return orHostError(signal, async () => {
    const response = await begin(url, request, signal, signal);
    return checkResponse(response, await read(response, request.maxBytes ?? MAX_BYTES));
  });
}

/** Streams a file. Aborting `signal` also ends it at the host. */
export async function forwardFile(request: HostRequest): Promise<ReadableStream> {
  const failed = new AbortController();
  const whole = AbortSignal.any([failed.signal, within(FILE_TIMEOUT, request)]);
  const beginning = AbortSignal.any([whole, AbortSignal.timeout(FILE_BEGINS)]);
  const url = hostUrl(request);
  return orHostError(beginning, async () => {
    const response = await begin(url, request, whole, beginning);
    const { statusCode, headers, body } = response;
    if (statusCode === 200 && headers["content-type"] === "application/zip") return Readable.toWeb(body);
    checkResponse(response, await read(response, MAX_BYTES));
    throw new HostError(502);
  }).catch((error) => {
    // The client has its error, so the host must stop too.
    failed.abort();
    throw error;
  }) as Promise<ReadableStream>;
}

type KeptFile = { status: 200 | 304; headers: Record<string, string>; body: ReadableStream | null };

/** An immutable file, or that the browser's copy is current. */
export async function forwardKept(request: HostRequest): Promise<KeptFile> {
  const signal = within(FILE_BEGINS, request);
  const url = hostUrl(request);
  return orHostError(signal, async () => {
    const response = await begin(url, request, signal, signal);
    const { statusCode, headers, body } = response;
    const etag = printable(headers.etag) ?? "";
    if (statusCode === 304) {
      body.resume();
      return { status: 304, headers: { etag }, body: null };
    }
    const type = fileTypes.find((known) => known === headers["content-type"]);
    if (statusCode === 200 && type) {
      const disposition = printable(headers["content-disposition"], 2500) ?? "attachment";
      const said = { etag, "content-type": type, "content-disposition": disposition };
      return { status: 200, headers: said, body: Readable.toWeb(body) as ReadableStream };
    }
    checkResponse(response, await read(response, MAX_BYTES));
    throw new HostError(502);
  });
}

function within(ms: number, { signal }: HostRequest): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])]);
}

function hostUrl({ path }: HostRequest): string {
  return `${apiOrigin()}/api/v1${path}`;
}

async function begin(url: string, request: HostRequest, signal: AbortSignal, beginning: AbortSignal) {
  beginning.throwIfAborted();
  const { method, body } = request;
  const attributes = { "http.request.method": method };
  return traced({ name: `host ${method}`, kind: "client", attributes }, async (span) => {
    const sent = send(url, { method, headers: headersOf(request), body, signal, dispatcher: agent });
    // The signal alone doesn't interrupt connecting.
    const response = await Promise.race([sent, end(beginning)]);
    span.set({ "http.response.status_code": response.statusCode });
    return response;
  });
}

async function orHostError<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HostError) throw error;
    throw new HostError(signal.reason?.name === "TimeoutError" ? 504 : 502);
  }
}

function end(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function pathOf(name: Name, { params, query }: { params?: Record<string, string>; query?: unknown }): string {
  try {
    return urlOf(name, { params, query: query as object | undefined });
  } catch {
    throw new HostError(404, "Not found");
  }
}

function headersOf(request: HostRequest): Record<string, string> {
  const { body, contentType = "application/json", token, idempotencyKey, ifNoneMatch } = request;
  const { requestId = randomUUID() } = request;
  const { traceparent } = currentSpan();
  const client = clientAddress("", request.forwardedFor, 1);
  return {
    accept: "application/json",
    "accept-encoding": "identity",
    "x-request-id": requestId,
    ...(traceparent && { traceparent }),
    ...(body !== undefined && { "content-type": contentType }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
    ...(ifNoneMatch && { "if-none-match": ifNoneMatch }),
    ...(request.userAgent && { "user-agent": request.userAgent }),
    ...(client && { "x-forwarded-for": client }),
  };
}

async function read(
  { headers, body }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  // An abandoned stream reports its end as an error.
  body.on("error", () => {});
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding !== "identity" || Number(headers["content-length"] ?? 0) > maxBytes) {
    body.destroy();
    throw new HostError(502);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new HostError(502);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function checkResponse(
  { statusCode: status, headers }: Dispatcher.ResponseData,
  bytes: Buffer<ArrayBuffer>,
): HostAnswer {
  if (status >= 400 && status <= 599) {
    const answer = parseAnswer(bytes);
    throw new HostError(status, messageOf(answer), printable(headers["retry-after"]), answer);
  }
  if (status < 200 || status > 299) throw new HostError(502);
  if (bytes.length > 0 && !/^application\/json\s*(;|$)/i.test(String(headers["content-type"]))) {
    throw new HostError(502);
  }
  return { status, bytes };
}

function parseAnswer(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function messageOf(answer: unknown): string {
  const { message } = Object(answer);
  return typeof message === "string" && /^\P{Cc}{1,500}$/u.test(message) && message.trim()
    ? message
    : UNEXPECTED;
}

function printable(header: string | string[] | undefined, most = 200): string | undefined {
  const isOne = typeof header === "string" && header.length <= most && /^[\x20-\x7e]+$/.test(header);
  return isOne ? header : undefined;
}
