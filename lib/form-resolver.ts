import { type FieldErrors, type FieldValues, get, type Resolver, set } from "react-hook-form";
import type * as z from "zod/mini";

/** Loads a form's schema, which is its endpoint's body. */
export type SchemaLoader<V> = () => Promise<z.ZodMiniType<V>>;

/** Each field's first message counts. `onInput={preload(load)}` keeps zod out of the first view. */
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

/** Submitting loads the schema again and reports errors. */
export function preload<V>(load: SchemaLoader<V>) {
  return () => void load().catch(() => {});
}
