import * as z from "zod/mini";

/**
 * Reads a host's answer by the row's schema. Lenient: an answer wrapped in {data} is unwrapped, and an item of a
 * list that cannot be read is left out instead of losing the list. Throws a ZodError on anything else.
 */
export function readAnswer<S extends z.ZodMiniType>(schema: S, answer: unknown): z.output<S> {
  const inner = unwrap(answer);
  if (schema instanceof z.ZodMiniArray) {
    if (!Array.isArray(inner)) return z.parse(schema, inner);
    const element = schema.def.element as z.ZodMiniType;
    return inner.flatMap((item) => {
      const read = element.safeParse(item);
      return read.success ? [read.data] : [];
    }) as z.output<S>;
  }
  const direct = z.safeParse(schema, answer);
  return direct.success ? direct.data : z.parse(schema, inner);
}

function unwrap(answer: unknown): unknown {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return answer;
  return "data" in answer ? answer.data : "items" in answer ? answer.items : answer;
}
