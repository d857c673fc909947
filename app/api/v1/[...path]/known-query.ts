import { queryString } from "#lib/contract/path.ts";
import type { Row } from "#lib/contract/row.ts";
import { HostError } from "#lib/host.ts";

const LONGEST = 500;

/** The query string with the keys that the row knows, each once. Throws HostError 400 on an endless value. */
export function knownQuery(schema: Row["query"], given: URLSearchParams): string {
  const keys = schema && "shape" in schema ? Object.keys(Object(schema.shape)) : [];
  const values = keys.map((key) => [key, given.get(key) ?? undefined] as const);
  if (values.some(([, value]) => value !== undefined && value.length > LONGEST)) {
    throw new HostError(400, "Invalid input");
  }
  return queryString(Object.fromEntries(values));
}
