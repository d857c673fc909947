import { type FieldErrors, type FieldValues, get, type Resolver, set } from "react-hook-form";
import * as z from "zod/mini";

/**
 * Checks a form by the body schema of its row and hands on what the schema makes of it; the first message of each
 * field counts. The packaged resolver would
 * bring all of zod into every page that shares a chunk with a form.
 */
export function formResolver<V>(schema: z.ZodMiniType<V>): Resolver<FieldValues, unknown, V> {
  return (values) => {
    const result = z.safeParse(schema, values);
    if (result.success) return { values: result.data, errors: {} };
    const errors: FieldErrors = {};
    for (const { path, code, message } of result.error.issues) {
      const field = path.join(".") || "root";
      if (!get(errors, field)) set(errors, field, { type: code, message });
    }
    return { values: {}, errors };
  };
}
