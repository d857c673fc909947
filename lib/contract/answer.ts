import * as z from "zod/mini";
import { type Answer, type Name, row } from "./contract.ts";
import { read, readItems, unreadable } from "./tolerant.ts";

/**
 * Parses a host's answer with the endpoint's schema, or returns undefined if it has none. Unwraps {data} and
 * {items}. Throws if the answer can't be read.
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

// Length of each list before unreadable items were left out.
const counts = new WeakMap<object, number>();

export function countOf(list: unknown): number {
  return Array.isArray(list) ? (counts.get(list) ?? list.length) : 0;
}

/** The extra data of a 409, or undefined if it can't be read. */
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
