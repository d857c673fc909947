import "server-only";
import { type ListFilter, listKey, pageQuery, readKey, toPage } from "#lib/api/keys.ts";
import { countOf } from "#lib/contract/answer.ts";
import type { Input, ListName, Name, ReadName } from "#lib/contract/contract.ts";
import { route } from "#lib/contract/routes.ts";
import type { Me } from "#lib/contract/users.ts";
import { hostCall } from "#lib/host.ts";

/** After this time (ms) the browser reads it, so a slow host doesn't delay the page. */
export const PATIENCE = 250;

export type Entry = Promise<[key: string, data: unknown]>;
export type Wanted = {
  url: URL;
  token: string;
  id: string;
  me: Promise<Me>;
  complete: Promise<boolean>;
  /** The user who wants to see everyone's day on Home. */
  ofAll: string | undefined;
};
export type Reads = (wanted: Wanted) => Entry[];

export async function read<N extends ReadName>(name: N, input: Input<N>, wanted: Wanted): Entry {
  await mustHave(name, wanted);
  return [readKey(name, input), await hostCall(name, { ...input, token: wanted.token, timeoutMs: PATIENCE })];
}

/** Only complete hosts have endpoints beyond section 7. */
async function mustHave(name: ReadName, { complete }: Wanted): Promise<void> {
  if (route(name).extra && !(await complete)) throw new Error(`The host has no ${name}`);
}

export function security(wanted: Wanted): Entry[] {
  const names = ["devices.list", "factors.get", "push.get"] as const;
  return names.map((name) => read(name, {}, wanted));
}

export async function readTheirs(
  name:
    | "data.exported"
    | "setup.get"
    | "status.get"
    | "organization.rights"
    | "organization.consent"
    | "organization.mailLimits"
    | "organization.bookingRules",
  wanted: Wanted,
  right: Name = name,
): Entry {
  if ((await wanted.me).refused?.includes(right)) throw new Error("not theirs");
  return read(name, {}, wanted);
}

/** With the URL's search. */
export async function list(name: ListName, wanted: Wanted, filter?: ListFilter): Entry {
  await mustHave(name, wanted);
  const { url, token } = wanted;
  const search = url.searchParams.get("q") ?? "";
  const query = pageQuery(name, search, 0, filter);
  const answer = await hostCall(name, { query, token, timeoutMs: PATIENCE });
  return [listKey(name, search, filter), [toPage(answer, countOf(answer))]];
}
