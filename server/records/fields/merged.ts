import type { OwnValues } from "#lib/contract/field-terms.ts";
import { notFound } from "#server/platform/errors.ts";

type Card = { id: string; fields: OwnValues; updatedAt: Date };

/** The chosen value of each field, else the newest. */
export function mergedValues(cards: readonly Card[], from: Record<string, string> = {}): OwnValues {
  const newest = cards.toSorted((a, b) => +b.updatedAt - +a.updatedAt);
  const merged: OwnValues = {};
  for (const id of new Set(cards.flatMap(({ fields }) => Object.keys(fields)))) {
    const wanted = from[id]?.toLowerCase();
    const card = wanted ? cards.find((one) => one.id === wanted) : newest.find(({ fields }) => id in fields);
    if (!card) throw notFound();
    const value = card.fields[id];
    if (value !== undefined) merged[id] = value;
  }
  return merged;
}
