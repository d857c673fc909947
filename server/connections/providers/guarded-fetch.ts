import { isIP, type LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { VERSION } from "#server/platform/http/version.ts";
import { abortAfter } from "#server/platform/machine.ts";
import type { ProviderSettings } from "#server/platform/settings.ts";
import { addressesOf, refuseIfClosed } from "./guard.ts";

const MAX_BYTES = 10_000_000;
const CONNECT_MS = 4_000;

export type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * A `fetch` for servers whose address a person typed. It reaches public addresses by https only, unless private
 * addresses are allowed. It follows no redirects and reads at most 10 MB. All its requests together must finish
 * within `ms`.
 */
export function guardedFetch(settings: ProviderSettings, ms: number): Fetch {
  const deadline = abortAfter(ms);
  return async (input, { method = "GET", headers, body } = {}) => {
    refuseIfClosed(settings);
    const url = new URL(input);
    const isAllowed = url.protocol === "https:" || (url.protocol === "http:" && settings.allowPrivateHosts);
    if (!isAllowed) throw new Error(`${url.protocol} is not allowed`);
    // An IP address in the URL isn't looked up, so `lookup` below wouldn't check it.
    if (isIP(url.hostname.replace(/^\[|\]$/g, ""))) await addressesOf(url.hostname, settings);
    const answer = await request(url, {
      method: method as "GET",
      headers: {
        "user-agent": `Loupe/${VERSION}`,
        ...Object.fromEntries(new Headers(headers)),
        "accept-encoding": "identity",
      },
      body: typeof body === "string" || body instanceof Uint8Array ? body : null,
      signal: deadline,
      dispatcher: settings.allowPrivateHosts ? intranet : internet,
    });
    const bytes = await readBody(answer.body);
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(isEmpty ? null : bytes, {
      status: answer.statusCode,
      headers: toHeaders(answer.headers),
    });
  };
}

const internet = createAgent(false);
const intranet = createAgent(true);

/** Connects to the addresses that were checked, because a second lookup could return others. */
function createAgent(allowPrivateHosts: boolean): Agent {
  const lookup: LookupFunction = (host, { all }, done) => {
    addressesOf(host, { allowPrivateHosts }).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (all) done(null, found);
        else done(null, first?.address ?? "", first?.family);
      },
      (error) => done(error, ""),
    );
  };
  return new Agent({ connect: { lookup, timeout: CONNECT_MS } });
}

/** Grows one buffer, because a list of single-byte chunks would fill the memory. */
async function readBody(body: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(65_536);
  let size = 0;
  for await (const chunk of body) {
    if (size + chunk.byteLength > MAX_BYTES) throw new Error("The response is too large");
    if (size + chunk.byteLength > bytes.byteLength) {
      const larger = new Uint8Array(2 * (size + chunk.byteLength));
      larger.set(bytes.subarray(0, size));
      bytes = larger;
    }
    bytes.set(chunk, size);
    size += chunk.byteLength;
  }
  return bytes.subarray(0, size);
}

function toHeaders(sent: Record<string, string | string[] | undefined>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(sent)) {
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}
