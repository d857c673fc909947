import * as z from "zod/mini";
import { type Answer, type Name, row } from "./contract.ts";
import { read, readItems, unreadable } from "./tolerant.ts";

/** Unwraps {data} and {items}. Undefined for an endpoint without an answer; throws if the answer can't be read. */
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

// Original length of lists that lost unreadable items.
const counts = new WeakMap<object, number>();

export function countOf(list: unknown): number {
  return Array.isArray(list) ? (counts.get(list) ?? list.length) : 0;
}

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
