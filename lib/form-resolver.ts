import { type FieldErrors, type FieldValues, get, type Resolver, set } from "react-hook-form";
import type * as z from "zod/mini";

/** Imports a form's schema, which is the body's schema of the row that it sends. Asked again, it is there at once. */
export type SchemaLoader<V> = () => Promise<z.ZodMiniType<V>>;

/**
 * Checks a form by its schema and hands on what the schema makes of it; the first message of each field counts. The
 * first view of a form needs no schema: `onInput={ahead(load)}` fetches it with the first letter that is typed, and zod
 * with it. The packaged resolver would be 1 kB more of that view, or one more chunk to wait for, in place of ten lines
 * (npm run bench -- bytes).
 */
export function formResolver<V>(load: SchemaLoader<V>): Resolver<FieldValues, unknown, V> {
  return async (values) => {
    const schema = await load();
    const result = schema.safeParse(values);
    if (result.success) return { values: result.data, errors: {} };
    const errors: FieldErrors = {};
    for (const { path, code, message } of result.error.issues) {
      const field = path.join(".") || "root";
      if (!get(errors, field)) set(errors, field, { type: code, message });
    }
    return { values: {}, errors };
  };
}

/** What does not come now is asked for again by the submit, which says so. */
export function preload<V>(load: SchemaLoader<V>) {
  return () => void load().catch(() => {});
}
