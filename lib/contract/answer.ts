import * as z from "zod/mini";
import { type Answer, type Name, row } from "./contract.ts";
import { read, readItems, unreadable } from "./tolerant.ts";

/**
 * Reads a host's answer (parsed JSON) by the row's shape; undefined where the row has none. Lenient: an answer wrapped in
 * {data} or {items} is unwrapped, and the rest is `read`'s. Throws on what cannot be read.
 */
export function readAnswer<N extends Name>(name: N, answer: unknown): Answer<N>;
export function readAnswer(name: Name, answer: unknown): unknown {
  const shape = row(name).answer;
  if (!shape) return undefined;
  const bare = unwrap(answer);
  if (shape instanceof z.ZodMiniArray) {
    if (!Array.isArray(bare)) throw unreadable();
    const items = readItems(shape, bare);
    counts.set(items, bare.length);
    return items;
  }
  try {
    return read(shape, answer);
  } catch {
    return read(shape, bare);
  }
}

// How long each list was before unreadable items were left out of it.
const counts = new WeakMap<object, number>();

/** The number of items that the host answered for a list that readAnswer has read. */
export function countOf(list: unknown): number {
  return Array.isArray(list) ? (counts.get(list) ?? list.length) : 0;
}

/** What a 409 of the row says beside its message; nothing where it cannot be read. */
export function readConflict(name: Name, body: unknown): object | undefined {
  const shape = row(name).conflict;
  try {
    return shape && read(shape, body);
  } catch {
    return undefined;
  }
}

function unwrap(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
  return "data" in answer ? answer.data : "items" in answer ? answer.items : answer;
}
