import { inArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { ownFields } from "#server/platform/db/schema-records.ts";

type Definition = Pick<typeof ownFields.$inferSelect, "id" | "label" | "options">;
type Definitions = ReadonlyMap<string, Definition>;
type Values = Record<string, unknown> | null;

export async function definitionsIn(db: Db, rows: Values[]): Promise<Definitions> {
  const ids = [...new Set(rows.flatMap((row) => Object.keys(valuesOf(row))))];
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: ownFields.id, label: ownFields.label, options: ownFields.options })
    .from(ownFields)
    .where(inArray(sql`${ownFields.id}::text`, ids));
  return new Map(found.map((one) => [one.id, one]));
}

/** Uses each field's current name. Omits deleted fields. */
export function ownChanges(was: Values, now: Values, definitions: Definitions) {
  const [before, after] = [valuesOf(was), valuesOf(now)];
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return ids.flatMap((id) => {
    const field = definitions.get(id);
    if (!field || JSON.stringify(before[id]) === JSON.stringify(after[id])) return [];
    return [{ field: id, label: field.label, from: words(field, before[id]), to: words(field, after[id]) }];
  });
}

function words({ options }: Definition, value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const one = (text: unknown) => options.find(({ id }) => id === text)?.text ?? String(text);
  return Array.isArray(value) ? value.map(one).join(", ") : one(value);
}

function valuesOf(row: Values): Record<string, unknown> {
  const { fields } = row ?? {};
  return typeof fields === "object" && fields !== null ? (fields as Record<string, unknown>) : {};
}

export function ownAnswers(row: Record<string, unknown>, definitions: Definitions) {
  return Object.entries(valuesOf(row)).map(([id, value]) => {
    const field = definitions.get(id);
    const answer = words(field ?? { id, label: "", options: [] }, value);
    return { question: field?.label ?? "A deleted field", answer };
  });
}
