import type * as z from "zod/mini";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * One endpoint of the host. Browser hooks, BFF allow-list, reference host and OpenAPI all read it.
 *
 * - `path`: below /api/v1, spelled as SPEC.md section 7 does (a trailing slash counts).
 * - `answer`: absent where the specification shows none; then nobody reads one.
 * - `touches`: entities whose reads a success makes stale; the row's own entity by default.
 * - `extra`: beyond section 7; asked of a host only where its /capabilities name the row.
 */
export type Row = {
  method: Method;
  path: string;
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  answer?: z.ZodMiniType;
  touches?: readonly string[];
  extra?: true;
};

/** Keeps the literal type of every row, so that names, params, bodies and answers are checked at each call. */
export function rows<const T extends Record<string, Row>>(table: T): T {
  return table;
}
