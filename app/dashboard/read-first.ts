import "server-only";
import { type ListFilter, listKey, pageQuery, readKey, toPage } from "#lib/api/keys.ts";
import { countOf } from "#lib/contract/answer.ts";
import type { Input, ListName, Name, ReadName } from "#lib/contract/contract.ts";
import type { Me } from "#lib/contract/users.ts";
import { hostCall } from "#lib/host.ts";

// How a first read is made; first-reads.ts says which.

/** A slow host never holds the page: what is not back by then (ms) is left to the browser. */
export const PATIENCE = 250;

export type Entry = Promise<[key: string, data: unknown]>;
export type Wanted = {
  url: URL;
  token: string;
  id: string;
  me: Promise<Me>;
  /** The names of the extra rows that the host answers. */
  capabilities: Promise<string[]>;
  /** Who wants to see everyone's day on Home. */
  ofAll: string | undefined;
};
export type Reads = (wanted: Wanted) => Entry[];

export async function read<N extends ReadName>(name: N, input: Input<N>, token: string): Entry {
  return [readKey(name, input), await hostCall(name, { ...input, token, timeoutMs: PATIENCE })];
}

/** An extra row is asked only of a host that has it. */
export async function readExtra<N extends ReadName>(name: N, input: Input<N>, wanted: Wanted): Entry {
  if (!(await wanted.capabilities).includes(name)) throw new Error(`${name} is not answered`);
  return read(name, input, wanted.token);
}

export function security(wanted: Wanted): Entry[] {
  const names = ["devices.list", "factors.get", "push.get"] as const;
  return names.map((name) => readExtra(name, {}, wanted));
}

/** The owner's and admins'; nobody else is asked anything. */
export async function readTheirs(
  name:
    | "data.exported"
    | "setup.get"
    | "status.get"
    | "organization.rights"
    | "organization.consent"
    | "organization.bookingRules",
  wanted: Wanted,
  right: Name = name,
): Entry {
  if ((await wanted.me).refused?.includes(right)) throw new Error("not theirs");
  return readExtra(name, {}, wanted);
}

/** The first page of a list, as the address searches it. */
export async function list(name: ListName, { url, token }: Wanted, filter?: ListFilter): Entry {
  const search = url.searchParams.get("q") ?? "";
  const query = pageQuery(name, search, 0, filter);
  const answer = await hostCall(name, { query, token, timeoutMs: PATIENCE });
  return [listKey(name, search, filter), [toPage(answer, countOf(answer))]];
}
