import type * as z from "zod/mini";
import type { Entity, Name } from "./routes.ts";

export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
export type Change = "create" | "update" | "delete";

/**
 * An endpoint as routes.ts lists it.
 *
 * - `at`: method and path below /api/v1, spelled as SPEC.md section 7 does (a trailing slash counts).
 * - `who` may call it: by default everybody who is signed in; `leaders` are the owner and admins; `public`: anyone.
 * - `via`: by default browsers reach it, through the BFF, with their session's bearer where it is not public; `session`:
 *   with the bearer although our host asks for none, because others may; `server`: the web's own server alone calls it.
 * - `once`: repeats of a request with the same idempotency key are one request.
 * - `change`: what a success makes of the record {id}, or that there is a new one; none where no record changes.
 * - `streams`: a success is a file, which leaves while it is made, and no JSON; it may take minutes.
 * - `file`: a success is a file that is kept, as it is; whoever has it already is not sent it again.
 * - `touches`: entities whose reads a success makes stale; the row's own entity by default.
 * - `extra`: beyond section 7; asked of a host only where its /capabilities name the row.
 */
export type Listed<E extends string = string> = {
  at: `${Method} /${string}`;
  who?: "leaders" | "public";
  via?: "server" | "session";
  once?: true;
  change?: Change;
  streams?: true;
  file?: true;
  touches?: readonly E[];
  extra?: true;
};

export type EntityOf<N> = N extends `${infer E}.${string}` ? E : never;

/** A table of rows as it is written. Each row says only what `Listed` knows, and touches only entities of the table. */
export function table<const T extends Record<string, object>>(
  rows: T & { [N in keyof T]: Listed<EntityOf<keyof T>> & Record<Exclude<keyof T[N], keyof Listed>, never> },
): T {
  return rows;
}

export type Route = Omit<Listed<Entity>, "at"> & { method: Method; path: string };

/**
 * What an endpoint takes and answers. No `answer` where the specification shows none: then nobody reads one.
 * `conflict`: what a 409 says beside its message.
 */
type Shape = {
  query?: z.ZodMiniType;
  body?: z.ZodMiniType;
  answer?: z.ZodMiniType;
  conflict?: z.ZodMiniObject;
};

/** The shapes of some endpoints, by name; an endpoint that takes and answers nothing has none. */
export type Schemas = { [N in Name]?: Shape };

export type Row = Route & Shape;
