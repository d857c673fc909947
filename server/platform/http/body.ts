import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { receivedTypes } from "#lib/contract/import-terms.ts";
import { HttpError } from "#server/platform/errors.ts";

const MAX_BYTES = 1_000_000;
const MAX_FILE = 10_000_000;
const MAX_DEPTH = 100;
// The codes of closing brackets and braces are two higher.
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** Answers 413 without reading all of a larger body. Must come before handlers that read the body. */
function limitTo(maxSize: number, message: string): MiddlewareHandler {
  const limit = bodyLimit({
    maxSize,
    onError() {
      throw new HttpError(413, message);
    },
  });
  return (c, next) => limit(c, next).catch(endedEarly);
}

export const limitBody = limitTo(MAX_BYTES, "The request is too large (1 MB at most)");
export const limitFile = limitTo(MAX_FILE, "The file is too large (10 MB at most). Import it by hand.");

export async function readFile(c: Context): Promise<Uint8Array> {
  const [type = ""] = (c.req.header("content-type") ?? "").toLowerCase().split(";");
  if (!receivedTypes.some((one) => one === type.trim()) || c.req.header("content-encoding"))
    throw new HttpError(415, "Send the file without compression, with a Content-Type such as text/csv");
  return readBytes(c);
}

/** Throws a 415 for other types, and a 400 for invalid JSON. */
export async function readJson(c: Context): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header("content-type") ?? "")) {
    throw new HttpError(415, "The request must be JSON (content-type: application/json)");
  }
  const bytes = await readBytes(c);
  // Recursive code would overflow the stack.
  if (depthOf(bytes) > MAX_DEPTH) throw new HttpError(400, "The request's body is nested too deeply");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, "The request's body is not valid JSON");
  }
}

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

export async function readForm(c: Context): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header("content-type") ?? "")) {
    throw new HttpError(415, "The request must be a form (content-type: application/x-www-form-urlencoded)");
  }
  return new URLSearchParams(new TextDecoder().decode(await readBytes(c)));
}

async function readBytes(c: Context): Promise<Uint8Array> {
  return new Uint8Array(await c.req.arrayBuffer().catch(endedEarly));
}

/** Otherwise a closed connection would look like a lost database. */
function endedEarly(error: unknown): never {
  throw error instanceof HttpError ? error : new HttpError(400, "The request ended early");
}
