import { conditionFields } from "#lib/contract/automation-terms.ts";

type Loose<K extends string> = { [key in K]?: string | number | null };

/** One condition, as a host answers it or as it stands in a form, where parts may still be missing. */
export type Condition = Loose<"type" | "field" | "operation" | "value" | "unit">;

/** What an automation does, as a host answers it or as it stands in a form. */
export type Rule = {
  trigger?: Loose<"type" | "schedule"> | null;
  condition?: Condition[] | null;
  action?: Loose<"type" | "templateId"> | null;
};

/** DATE, NUMERIC or STRING: the field's own, or what was chosen while there is no field; "" before that. */
export function typeOf({ type, field }: Condition): string {
  const known: Record<string, string> = conditionFields;
  return known[String(field ?? "")] ?? String(type ?? "");
}

export function isBlank(value: string | number | null | undefined): boolean {
  return String(value ?? "").trim() === "";
}
