import { HostError } from "#lib/host.ts";
import { readBody } from "#lib/read-body.ts";

const FIELDS = ["csrfToken", "callbackUrl", "json", "email", "password", "remember"] as const;
const MAX_BODY = 64_000;
const TIMEOUT = 5_000;

export type Form = Partial<Record<(typeof FIELDS)[number], string>>;

/** The fields that a sign-in or sign-out may carry, sent as form or as JSON. Throws HostError 400, 408, 413 or 415. */
export async function readForm(request: Request): Promise<Form> {
  const text = (await readBody(request, MAX_BODY, AbortSignal.timeout(TIMEOUT))).toString();
  const sent = parse(request.headers.get("content-type") ?? "", text);
  const fields = FIELDS.flatMap((name) => {
    const value = sent[name];
    // JSON callers write `remember: true`.
    return typeof value === "string" || typeof value === "boolean" ? [[name, String(value)] as const] : [];
  });
  return Object.fromEntries(fields);
}

function parse(type: string, text: string): Record<string, unknown> {
  if (/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  if (!/^application\/json\s*(;|$)/i.test(type))
    throw new HostError(415, "The request must be a form or JSON");
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new HostError(400, "Invalid input");
  return { ...value };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HostError(400, "Invalid input");
  }
}
