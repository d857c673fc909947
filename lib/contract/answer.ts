import * as z from "zod/mini";
import { type Answer, type Name, row } from "./contract.ts";

/**
 * Reads a host's answer (parsed JSON) by the row's schema; undefined where the row has none. Lenient: an answer
 * wrapped in {data} is unwrapped, and an item of a list that cannot be read is left out instead of losing the list.
 * Throws a ZodError on anything else.
 */
export function readAnswer<N extends Name>(name: N, answer: unknown): Answer<N> {
  const schema = row(name).answer;
  return (schema && read(schema, answer)) as Answer<N>;
}

// How long each list was before unreadable items were left out of it.
const counts = new WeakMap<object, number>();

/** The number of items that the host answered for a list that readAnswer has read. */
export function countOf(list: unknown): number {
  return Array.isArray(list) ? (counts.get(list) ?? list.length) : 0;
}

function read(schema: z.ZodMiniType, answer: unknown): unknown {
  const inner = unwrap(answer);
  if (schema instanceof z.ZodMiniArray) {
    if (!Array.isArray(inner)) return z.parse(schema, inner);
    const element = schema.def.element as z.ZodMiniType;
    const items = inner.flatMap((item) => {
      const result = element.safeParse(item);
      return result.success ? [result.data] : [];
    });
    counts.set(items, inner.length);
    return items;
  }
  const direct = z.safeParse(schema, answer);
  return direct.success ? direct.data : z.parse(schema, inner);
}

function unwrap(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
  return "data" in answer ? answer.data : "items" in answer ? answer.items : answer;
}
