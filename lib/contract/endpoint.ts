export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
export type Change = "create" | "update" | "delete";

export type Listed<E extends string = string> = {
  /** Method and path below /api/v1, as in SPEC.md (a trailing slash counts). */
  at: `${Method} /${string}`;
  /** Default: everyone signed in. `managers`: the owner and admins. `key`: programs with an import key. */
  who?: "managers" | "public" | "key";
  /**
   * Default: through the BFF, with the session's token unless public. `session`: with the token even if public,
   * because other hosts may need it. `server`: only the web app's server calls it.
   */
  via?: "server" | "session";
  /** Requests with the same idempotency key count as one. */
  idempotent?: true;
  /** What a success does to the record {id}. */
  change?: Change;
  /** A success is a file that is sent while it is written, for minutes. */
  streams?: true;
  /** A success is an immutable file, which browsers cache. */
  file?: true;
  takesFile?: true;
  /** Entities whose reads become stale. Default: the endpoint's own. */
  invalidates?: readonly E[];
};

export const CREATED = { idempotent: true, change: "create" } as const;
export const MANAGED = { who: "managers", change: "update" } as const;

export type EntityOf<N> = N extends `${infer E}.${string}` ? E : never;

/** Rejects unknown properties and entities at compile time. */
export function table<const T extends Record<string, object>>(
  rows: T & { [N in keyof T]: Listed<EntityOf<keyof T>> & Record<Exclude<keyof T[N], keyof Listed>, never> },
): T {
  return rows;
}
