import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HttpError } from "#server/platform/errors.ts";

const MAX_BYTES = 1_000_000;
const DEEPEST = 100;
// By their codes; what closes a bracket or a brace stands two after it.
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

const limit = bodyLimit({
  maxSize: MAX_BYTES,
  onError() {
    throw new HttpError(413, "The request is too large (1 MB at most)");
  },
});

/** 413 for a body beyond 1 MB, which is read no further. Stands before the handlers that read one. */
export const limitBody: MiddlewareHandler = (c, next) => limit(c, next).catch(endedEarly);

/** The JSON body of a request: 415 for another type, 400 for what is no JSON. */
export async function readJson(c: Context): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header("content-type") ?? "")) {
    throw new HttpError(415, "The request must be JSON (content-type: application/json)");
  }
  const bytes = await readBytes(c);
  // What walks a deep nest later runs out of stack.
  if (depthOf(bytes) > DEEPEST) throw new HttpError(400, "The request's body is nested too deeply");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, "The request's body is not valid JSON");
  }
}

/** How many lists and objects stand within each other at most. */
function depthOf(json: Uint8Array): number {
  let [depth, deepest, isText] = [0, 0, false];
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (byte === BACKSLASH) at++;
    else if (byte === QUOTE) isText = !isText;
    else if (!isText && (byte === BRACKET || byte === BRACE)) deepest = Math.max(deepest, ++depth);
    else if (!isText && (byte === BRACKET + 2 || byte === BRACE + 2)) depth--;
  }
  return deepest;
}

/** A form of a page of ours; 415 as above. */
export async function readForm(c: Context): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header("content-type") ?? "")) {
    throw new HttpError(415, "The request must be a form (content-type: application/x-www-form-urlencoded)");
  }
  return new URLSearchParams(new TextDecoder().decode(await readBytes(c)));
}

async function readBytes(c: Context): Promise<Uint8Array> {
  return new Uint8Array(await c.req.arrayBuffer().catch(endedEarly));
}

/** Whoever sent the rest has gone: its connection is no database's. */
function endedEarly(error: unknown): never {
  throw error instanceof HttpError ? error : new HttpError(400, "The request ended early");
}
