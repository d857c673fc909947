import "server-only";
import { listKey, pageQuery, readKey, toPage } from "#lib/api/keys.ts";
import type { Input, ListName, ReadName } from "#lib/contract/contract.ts";
import { HostError, hostCall } from "#lib/host.ts";

/** A slow host never holds the page: what is not back by then (ms) is left to the browser. */
const PATIENCE = 250;

type Entry = Promise<[key: string, data: unknown]>;
type Reads = (url: URL, token: string, id: string) => Entry[];

// What each screen asks first, so that its first HTML carries the rows. A group in the path is a record's id.
const screens: [path: RegExp, reads: Reads][] = [
  [/^\/dashboard\/contacts$/, (url, token) => [list("contacts.list", url, token)]],
  [/^\/dashboard\/sales$/, (url, token) => [list("sales.list", url, token)]],
  [/^\/dashboard\/products$/, (_, token) => [read("products.list", {}, token)]],
  [/^\/dashboard\/contacts\/profile\/([\w-]+)$/, (_, token, id) => profile({ params: { id } }, token)],
];

/**
 * Reads what the frame and the wanted screen need, as SWR's fallback (key → data). Reads that fail are left out: the
 * screen asks again and says what went wrong. Throws HostError 401 when the host does not know the session.
 */
export async function firstReads(path: string, token: string): Promise<Record<string, unknown>> {
  const url = new URL(path, "http://here");
  const found = screens.flatMap(([screen, reads]) => {
    const match = screen.exec(url.pathname.replace(/\/$/, ""));
    return match ? reads(url, token, match[1] ?? "") : [];
  });
  const settled = await Promise.allSettled([
    read("users.me", {}, token),
    read("capabilities.list", {}, token).catch(noCapabilities),
    ...found,
  ]);
  const [me] = settled;
  if (me?.status === "rejected" && me.reason instanceof HostError && me.reason.status === 401)
    throw me.reason;
  return Object.fromEntries(settled.flatMap((entry) => (entry.status === "fulfilled" ? [entry.value] : [])));
}

// 404 means that the host answers the rows of section 7 and no others.
function noCapabilities(error: unknown): [string, unknown] {
  if (error instanceof HostError && error.status === 404) return [readKey("capabilities.list", {}), []];
  throw error;
}

async function read<N extends ReadName>(name: N, input: Input<N>, token: string): Entry {
  return [readKey(name, input), await hostCall(name, { ...input, token, timeoutMs: PATIENCE })];
}

function profile(input: Input<"contacts.get">, token: string): Entry[] {
  return [
    read("contacts.get", input, token),
    read("sales.ofContact", input, token),
    read("notes.ofContact", input, token),
  ];
}

async function list(name: ListName, url: URL, token: string): Entry {
  const search = url.searchParams.get("q") ?? "";
  return [
    listKey(name, search),
    [toPage(await hostCall(name, { query: pageQuery(name, search, 0), token, timeoutMs: PATIENCE }))],
  ];
}
