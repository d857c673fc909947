import { type FieldErrors, type FieldValues, get, type Resolver, set } from "react-hook-form";
import type * as z from "zod/mini";

/** Imports a form's schema, which is the body's schema of its endpoint. Cached after the first call. */
export type SchemaLoader<V> = () => Promise<z.ZodMiniType<V>>;

/**
 * Validates a form with its schema and passes on the parsed values. The first message of each field counts. A
 * form's first view needs no schema: `onInput={ahead(load)}` loads it with the first typed letter. The
 * packaged resolver would add 1 kB to that view (npm run bench -- bytes).
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

/** Errors are ignored here; submitting loads the schema again and reports them. */
export function preload<V>(load: SchemaLoader<V>) {
  return () => void load().catch(() => {});
}
