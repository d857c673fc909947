export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
export type Change = "create" | "update" | "delete";

/**
 * An endpoint as routes.ts lists it. - `at`: method and path below /api/v1, spelled as in SPEC.md section 7
 * (a trailing slash counts). - `who` may call it: everyone signed in by default; `leaders` are the owner and
 * admins; `public`: anyone. - `via`: by default browsers reach it through the BFF, with their session's token
 * unless it is public; `session`: with the token although our host doesn't need it, because others may;
 * `server`: only the web app's server calls it. - `once`: repeated requests with the same idempotency key are
 * one request. - `change`: what a success does to the record {id}; absent if no record changes. - `streams`:
 * a success is a file that is written while it is sent; it may take minutes. - `file`: a success is an
 * immutable file, which browsers cache. - `touches`: entities whose reads become stale; the endpoint's own
 * entity by default. - `extra`: beyond section 7.
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

/** Checks the table's type: each entry has only known properties, and invalidates only known entities. */
export function table<const T extends Record<string, object>>(
  rows: T & { [N in keyof T]: Listed<EntityOf<keyof T>> & Record<Exclude<keyof T[N], keyof Listed>, never> },
): T {
  return rows;
}
