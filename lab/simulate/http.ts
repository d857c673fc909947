import type { Random } from "#server/platform/db/random.ts";
import { as, currentOwner, sleep } from "./machine.ts";

export type Asked = { method: string; url: URL; headers: Record<string, string>; body: string };
export type Reply = { status: number; headers?: Record<string, string>; body?: string };

/**
 * What happens to a request. `lost`: the server did it, and the connection breaks before the answer. `short`: the answer
 * ends early, and nobody says so. A number: the status that the server refuses with.
 */
export type Way = "good" | "slow" | "unreachable" | "silent" | "lost" | "cut" | "short" | number;

/** `isHeard`: whether the whole answer arrives. */
type Site = { wayOf: (asked: Asked) => Way; answer: (asked: Asked, isHeard: boolean) => Reply };

let site: Site | null = null;
let random: Random | null = null;

export function answerRequests(by: Site, ways: Random): void {
  site = by;
  random = ways;
}

class NoAgent {}

type Options = {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
  signal: AbortSignal;
};

/** In place of undici's, whose connections would outlive the process that opened them. */
async function ask(url: URL, { method, headers, body, signal }: Options) {
  const owner = currentOwner();
  const asked = { method, url, headers, body: body ? body.toString() : "" };
  // An invariant asks without an owner, while time stands still.
  const answering = owner ? as(undefined, () => travel(asked)) : Promise.resolve(reach(asked, true));
  const { status, headers: said = {}, body: text = "", ends } = await Promise.race([answering, end(signal)]);
  if (owner?.isDead) await never;
  return { statusCode: status, headers: said, body: bytesOf(text, ends) };
}

type Traveled = Reply & { ends?: "cut" | "short" };

const never = new Promise<never>(() => {});

function reach(asked: Asked, isHeard: boolean): Traveled {
  if (!site) throw new Error("Nothing answers requests");
  return site.answer(asked, isHeard);
}

async function travel(asked: Asked): Promise<Traveled> {
  const between = (from: number, to: number) => random?.between(from, to) ?? from;
  const way = site?.wayOf(asked) ?? "unreachable";
  await sleep(between(5, 60));
  if (way === "unreachable") throw new Error("connect ECONNREFUSED");
  if (way === "silent") {
    if (between(0, 1) === 1) reach(asked, false);
    return never;
  }
  const isHeard = way === "good" || way === "slow";
  const reply = typeof way === "number" ? { status: way } : reach(asked, isHeard);
  await sleep(way === "slow" ? between(1_000, 9_000) : between(5, 60));
  if (way === "lost") throw new Error("read ECONNRESET");
  return way === "cut" || way === "short" ? { ...reply, ends: way } : reply;
}

function end(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

async function* bytesOf(text: string, ends: Traveled["ends"]): AsyncGenerator<Uint8Array> {
  yield Buffer.from(ends ? text.slice(0, placeToEnd(text)) : text);
  if (ends === "cut") throw new Error("other side closed");
}

/** Often after a whole part, where a careless reader misses nothing. */
function placeToEnd(text: string): number {
  const parts = text.split("</d:response>");
  const kept = parts.slice(0, random?.between(0, parts.length - 1)).join("</d:response>");
  return random?.chance(0.8) ? kept.length + "</d:response>".length : Math.floor(text.length / 2);
}

export { ask as request, NoAgent as Agent };
