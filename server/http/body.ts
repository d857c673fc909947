import { HttpError } from "#server/errors.ts";

const MAX_BYTES = 1_000_000;
const DEEPEST = 100;
// By their codes; what closes a bracket or a brace stands two after it.
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BRACE = 0x7b;

/** The JSON body of a request: 415 for another type, 413 beyond 1 MB (read no further), 400 for what is no JSON. */
export async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new HttpError(415, "The request must be JSON (content-type: application/json)");
  }
  const bytes = await readBytes(request);
  // What walks a deep nest later runs out of stack.
  if (depthOf(bytes) > DEEPEST) throw new HttpError(400, "The request's body is nested too deeply");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, "The request's body is not valid JSON");
  }
}

/** How many lists and objects stand within each other at most. */
function depthOf(json: Buffer): number {
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

/** A form of a page of ours; 415 and 413 as above. */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new HttpError(415, "The request must be a form (content-type: application/x-www-form-urlencoded)");
  }
  return new URLSearchParams((await readBytes(request)).toString("utf8"));
}

async function readBytes(request: Request): Promise<Buffer> {
  if (Number(request.headers.get("content-length")) > MAX_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_BYTES) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    // Whoever sent it has gone: its connection is no database's.
    throw error instanceof HttpError ? error : new HttpError(400, "The request ended early");
  }
  return Buffer.concat(chunks);
}

function tooLarge(): HttpError {
  return new HttpError(413, "The request is too large (1 MB at most)");
}
